import type { TrackTexts } from '@tvarit/shared/texts/public-texts'
import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { metresBetween } from './metres-between.ts'
import type { PictureParts } from './picture.ts'
import { arrivalText, COMING, clockTime, distanceText, fill } from './wording.ts'

export interface TrackDescription {
  headline: string
  note: string
  plate: string
  driver: string
  driver_phone: string
  position: string
  raised: string
  taken: string
  hospital: string
  hospital_phone: string
  open: boolean
  /** What the picture shows; null when there is nothing to follow any more. */
  picture: Pick<PictureParts, 'place' | 'car' | 'hospital' | 'target'> | null
}

/** Nothing is promised before a hospital is chosen; with the patient on board the lack of one is said. */
function hospitalText(hospital: TrackView['hospital'], state: string, texts: TrackTexts): string {
  if (!hospital) return state === 'AT_SCENE' || state === 'TRANSPORTING' ? texts.hospital_open : ''
  const there = state === 'AT_HOSPITAL' || state === 'DONE'
  const text = there ? texts.hospital_there : state === 'TRANSPORTING' ? texts.hospital_going : texts.hospital_chosen
  return fill(text, { hospital: hospital.name })
}

/** Hours from two on: no one counts 173 minutes. */
const lastSeen = (minutes: number, texts: TrackTexts): string =>
  minutes < 120
    ? fill(texts.head_unseen, { n: minutes })
    : fill(texts.head_unseen_hours, { n: Math.floor(minutes / 60) })

/** The words for the relatives. The only place that decides them. */
export function describeTrack(view: TrackView, texts: TrackTexts): TrackDescription {
  const car = view.ambulance && view.ambulance.state !== 'CANCELLED' ? view.ambulance : null
  const closed = !!view.closed_at
  const over = closed && (!car || car.state === 'DONE')
  const state = car && !(over && view.status === 'REJECTED') ? car.state : closed ? view.status : 'waiting'
  const coming = car && COMING.indexOf(car.state) >= 0
  const at =
    car && car.latitude !== null && car.longitude !== null && car.state !== 'DONE'
      ? { latitude: car.latitude, longitude: car.longitude }
      : null
  const eta =
    coming && car.eta_minutes !== null
      ? car.state === 'ASSIGNED'
        ? arrivalText(car.eta_minutes, texts.eta_asked, texts.eta_asked_hours)
        : arrivalText(car.eta_minutes, texts.eta, texts.eta_hours)
      : ''
  const unseen = car && !over ? car.unseen_minutes : null
  const target = !car ? null : coming ? view.place : car.state === 'TRANSPORTING' ? view.hospital : null
  const distance =
    at && target
      ? ' ' +
        fill(coming ? texts.distance : texts.distance_hospital, {
          distance: distanceText(texts, metresBetween(at, target)),
        })
      : ''
  const position = !car
    ? ''
    : at && car.position_at
      ? fill(texts.position_at, { time: clockTime(car.position_at) }) + distance
      : coming && car.vehicle_number
        ? texts.no_position
        : ''
  return {
    // Neither a cancelled ambulance nor a closed alert that is still pending comes as far as this.
    headline: unseen === null ? texts[`head_${state}` as keyof TrackTexts] : lastSeen(unseen, texts),
    note: unseen === null ? eta : texts.calling_driver,
    plate: (car && (car.vehicle_number || car.outside_provider)) || '',
    driver: car && car.driver_name ? fill(texts.driver, { name: car.driver_name }) : '',
    driver_phone: (car && car.state !== 'DONE' && car.driver_phone) || '',
    position,
    raised: fill(texts.raised_at, { name: view.first_name, time: clockTime(view.raised_at) }),
    taken: view.taken_by ? fill(texts.taken_by, { name: view.taken_by }) : closed ? '' : texts.not_taken,
    hospital: hospitalText(view.hospital, car ? car.state : '', texts),
    hospital_phone: view.hospital ? view.hospital.phone : '',
    open: !over,
    picture: over ? null : { place: view.place, car: at, hospital: view.hospital, target },
  }
}
