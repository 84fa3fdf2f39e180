// Open Location Codes ("Plus Codes"): https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md

const DIGITS = '23456789CFGHJMPQRVWX'
/** Digits before the plus sign of a full code. */
const BEFORE = 8
/** Digits in pairs, latitude and longitude; each further digit is a cell in a grid of 5 rows and 4 columns. */
const PAIRED = 10

export interface Cell {
  latitude: number
  longitude: number
  /** Half the height of the cell. */
  accuracy: number
}

/** A full code or the end of one: `7J4VXQHP+QW`, `XQHP+QW`. */
export const PLUS_CODE = new RegExp(`^(?:[${DIGITS}]{2}){2,4}\\+[${DIGITS}]{2,7}(?=$|[\\s,])`, 'i')

const digitOf = (symbol: string): number => DIGITS.indexOf(symbol)

/**
 * The middle of the cell of a Plus Code. A short code is completed by the place `near` it: the cell of that name which is
 * nearest. Null for a short code without one.
 */
export function placeOfPlusCode(text: string, near?: { latitude: number; longitude: number }): Cell | null {
  const code = text.toUpperCase()
  const missing = BEFORE - code.indexOf('+')
  const digits = code.replace('+', '')
  if (missing === 0) return decoded(digits)
  if (!near) return null
  const cell = decoded(prefixOf(near, missing) + digits)
  // The prefix names a square of this many degrees; the place may lie across its edge.
  const square = 20 ** (2 - missing / 2)
  const nearer = (at: number, to: number) => at + square * Math.round((to - at) / square)
  return { ...cell, latitude: nearer(cell.latitude, near.latitude), longitude: nearer(cell.longitude, near.longitude) }
}

function decoded(digits: string): Cell {
  let [south, west, height, width] = [-90, -180, 400, 400]
  for (let at = 0; at < Math.min(digits.length, PAIRED); at += 2) {
    height /= 20
    width /= 20
    south += digitOf(digits[at]!) * height
    west += digitOf(digits[at + 1] ?? '2') * width
  }
  for (const symbol of digits.slice(PAIRED)) {
    height /= 5
    width /= 4
    south += Math.floor(digitOf(symbol) / 4) * height
    west += (digitOf(symbol) % 4) * width
  }
  return { latitude: south + height / 2, longitude: west + width / 2, accuracy: (height / 2) * 111_320 }
}

/** The first digits of the code of a place. */
function prefixOf({ latitude, longitude }: { latitude: number; longitude: number }, count: number): string {
  let [north, east, size, prefix] = [latitude + 90, longitude + 180, 400, '']
  while (prefix.length < count) {
    size /= 20
    const [row, column] = [Math.floor(north / size), Math.floor(east / size)]
    prefix += DIGITS[row]! + DIGITS[column]!
    north -= row * size
    east -= column * size
  }
  return prefix
}
