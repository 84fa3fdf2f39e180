import { isTenDigits, normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import type { PlaceTexts } from '../pick-texts.ts'
import type { Point } from './metres-between.ts'
import { distanceText, fill } from './wording.ts'

/** A phone's own estimate of its place, within `accuracy` metres. */
export interface Fix extends Point {
  accuracy: number
}

/** What is known of the place; null before anything is. */
export type Place = { accuracy: number } | 'asking' | 'none' | 'known' | null

/** A radius above this is too wide for a crew to find a person by: then a description is asked for. */
const ROUGH_METRES = 200

/**
 * Asks the phone where it is and keeps listening, because the first answer is often rough and better ones follow.
 * `onNone` hears that there is none (denied, switched off). `maximumAge` is how old a fix may be, in milliseconds: a
 * driver wants it fresh. Returns a function that stops it.
 */
export function watchPlace(onFix: (fix: Fix) => void, onNone: () => void, maximumAge = 30000): () => void {
  if (!navigator.geolocation) {
    onNone()
    return () => {}
  }
  const watch = navigator.geolocation.watchPosition(
    (fix) => {
      const { latitude, longitude, accuracy } = fix.coords
      onFix({ latitude, longitude, accuracy: Math.min(Math.round(accuracy), 1000000) })
    },
    (error) => {
      // Denied is final; a timeout or a lost signal may still end well, so listening goes on.
      if (error.code === 1) navigator.geolocation.clearWatch(watch)
      onNone()
    },
    { enableHighAccuracy: true, maximumAge, timeout: 20000 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}

/** What the bystander reads about the place that was sent. */
export function placeText(texts: PlaceTexts, place: Place): string {
  if (!place) return ''
  if (typeof place === 'string') return texts[`place_${place}`]
  const text = place.accuracy > ROUGH_METRES ? texts.place_rough : texts.place_sent
  return fill(text, { distance: distanceText(texts, place.accuracy) })
}

/** Ten digits of an Indian phone number, empty when the field is empty, null when it is neither. */
export function tenDigits(typed: string): string | null {
  const phone = normalisePhone(typed)
  return phone === '' || isTenDigits(phone) ? phone : null
}
