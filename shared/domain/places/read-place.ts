import { asciiDigits } from '../../contracts/compact.ts'
import { placeOfDigipin } from '../../contracts/digipin.ts'
import { isNearIndia } from '../../contracts/near-india.ts'
import { PLUS_CODE, placeOfPlusCode } from './plus-code.ts'

/** A position as it was typed or pasted, and how exact that notation is. */
export interface ReadPosition {
  kind: 'coordinates' | 'link' | 'digipin' | 'plus_code'
  latitude: number
  longitude: number
  /** Metres. */
  accuracy: number | null
}

export type ReadPlace =
  | ReadPosition
  /** The end of a Plus Code: it needs the town that stands beside it, empty when none does. */
  | { kind: 'short_plus_code'; code: string; town: string }
  /** A link that only its service can follow. */
  | { kind: 'short_link' }
  /** A link without a position. */
  | { kind: 'other_link' }
  /** A town or a PIN code. */
  | { kind: 'name'; name: string }

const METRES_PER_DEGREE = 111_320
/** Finer than this no typed position is. */
const FINEST_METRES = 5

/** Tells which notation of a place a text is. It says nothing of where the place lies: it may be abroad. */
export function readPlace(typed: string): ReadPlace {
  const text = asciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
  const link = /(?:https?:\/\/|geo:)\S+/i.exec(text)?.[0] ?? (/^[\w.-]+\.[a-z]{2,}\/\S+$/i.test(text) ? text : null)
  if (link) return readLink(link)
  return readDigipin(text) ?? readPlusCode(text) ?? readCoordinates(text) ?? { kind: 'name', name: text }
}

/** Ten digits alone are more likely a phone number. */
function readDigipin(text: string): ReadPosition | null {
  const pin = text.replace(/^digipin[\s:]*/i, '')
  const place = pin === text && /^\d+$/.test(pin) ? null : placeOfDigipin(pin)
  return place && { kind: 'digipin', ...place, accuracy: FINEST_METRES }
}

function readPlusCode(text: string): ReadPlace | null {
  const code = PLUS_CODE.exec(text)?.[0]
  if (!code) return null
  const place = placeOfPlusCode(code)
  if (!place) return { kind: 'short_plus_code', code, town: text.slice(code.length).replace(/^[\s,]+/, '') }
  return { kind: 'plus_code', ...place, accuracy: Math.max(FINEST_METRES, place.accuracy) }
}

const SIGNS: readonly [RegExp, string][] = [
  [/latitude|longitude|lat|long|lng|lon/gi, ' '],
  [/[=()]/g, ' '],
  [/−/g, '-'],
  [/[º˚]|deg(?:rees)?/gi, '°'],
  [/[’‘′ʹ´`]/g, "'"],
  [/[”“″ʺ]/g, '"'],
]

/**
 * Degrees, minutes and seconds with or without their signs, `N` before or behind. Without letters the latitude comes
 * first, unless only the other order lies in India.
 */
function readCoordinates(text: string): ReadPosition | null {
  const plain = SIGNS.reduce((left, [sign, by]) => left.replace(sign, by), text)
  if (!/^[\d\s.,;:°'"+\-NSEW]+$/i.test(plain)) return null
  const parts = plain.toUpperCase().match(/[NSEW]|[+-]?\d+(?:\.\d+)?/g) ?? []
  const letters = parts.filter((part) => /[NSEW]/.test(part))
  const groups = groupsOf(parts, letters)
  const [first, second] = groups ? groups.map(degreesOf) : []
  if (!first || !second) return null
  const [a, b] = [signed(first.degrees, letters[0]), signed(second.degrees, letters[1])]
  const swapped = letters.length > 0 ? /[EW]/.test(letters[0]!) : !isNearIndia(a, b) && isNearIndia(b, a)
  const [latitude, longitude] = swapped ? [b, a] : [a, b]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  return { kind: 'coordinates', latitude, longitude, accuracy: Math.max(first.metres, second.metres) }
}

/** The numbers of either coordinate: split at the letters, else in the middle. */
function groupsOf(parts: readonly string[], letters: readonly string[]): [string[], string[]] | null {
  const numbers = parts.filter((part) => !letters.includes(part))
  if (letters.length === 0) {
    const half = numbers.length / 2
    return Number.isInteger(half) ? [numbers.slice(0, half), numbers.slice(half)] : null
  }
  const one_of_each = letters.length === 2 && /[NS]/.test(letters.join('')) && /[EW]/.test(letters.join(''))
  if (!one_of_each) return null
  const before = parts[0] === letters[0]
  if (!before && parts.at(-1) !== letters[1]) return null
  const until = before ? parts.indexOf(letters[1]!) - 1 : parts.indexOf(letters[0]!)
  return [numbers.slice(0, until), numbers.slice(until)]
}

/** Degrees of up to three numbers, and how many metres the last digit is worth. */
function degreesOf(numbers: readonly string[]): { degrees: number; metres: number } | null {
  if (numbers.length < 1 || numbers.length > 3) return null
  const values = numbers.map(Number)
  if (values.slice(1).some((value) => value < 0 || value >= 60)) return null
  const [degrees = 0, minutes = 0, seconds = 0] = values
  const fraction = minutes / 60 + seconds / 3600
  const decimals = numbers.at(-1)!.split('.')[1]?.length ?? 0
  const metres = METRES_PER_DEGREE / 60 ** (numbers.length - 1) / 10 ** decimals
  return {
    degrees: degrees + (numbers[0]!.startsWith('-') ? -fraction : fraction),
    metres: Math.max(FINEST_METRES, metres),
  }
}

const signed = (degrees: number, letter: string | undefined): number =>
  letter === 'S' || letter === 'W' ? -Math.abs(degrees) : degrees

const SHORT_LINK =
  /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl|g\.co|osm\.org\/go|(?:www\.)?openstreetmap\.org\/go)\//i
const PAIR = String.raw`(?:loc:)?(-?\d{1,3}\.\d+)[,\s+]+(-?\d{1,3}\.\d+)`

/** Where a link says its position, the pin before the middle of the picture. */
const IN_LINKS: readonly RegExp[] = [
  // Google: the place that is shown; of a way its end.
  /.*!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/,
  // OpenStreetMap's marker.
  /[?&]mlat=(-?\d{1,3}\.\d+)&(?:amp;)?mlon=(-?\d{1,3}\.\d+)/,
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|coordinate|center|cp)=${PAIR}`, 'i'),
  new RegExp(`^geo:${PAIR}`, 'i'),
  new RegExp(`/(?:place|search|dir)/(?:[^/]*/)*${PAIR}`, 'i'),
  new RegExp(`/@${PAIR}`),
  /#map=[\d.]+\/(-?\d{1,3}\.\d+)\/(-?\d{1,3}\.\d+)/,
]

function readLink(link: string): ReadPlace {
  if (SHORT_LINK.test(link)) return { kind: 'short_link' }
  const plain = decoded(link)
  for (const pattern of IN_LINKS) {
    const [, north, east] = pattern.exec(plain) ?? []
    const place = north && east ? readCoordinates(`${north} ${east}`) : null
    if (place) return { ...place, kind: 'link' }
  }
  return { kind: 'other_link' }
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
