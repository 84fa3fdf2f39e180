/**
 * DIGIPIN, India Post's grid of the country: ten symbols name a cell of about 4 by 4 metres. Each symbol is the cell in a
 * grid of 4 by 4, rows from the north, ten levels deep. Source: Department of Posts, "Digital Postal Index Number
 * (DIGIPIN)", technical document of March 2025.
 */
const GRID = ['FC98', 'J327', 'K456', 'LMPT'] as const
const SOUTH = 2.5
const WEST = 63.5
const DEGREES = 36
const LEVELS = 10

/** The DIGIPIN of a place as it is written, `39J-49L-L8T4`; null outside the grid (2.5 to 38.5 N, 63.5 to 99.5 E). */
export function digipinOf(latitude: number, longitude: number): string | null {
  let north = SOUTH + DEGREES - latitude
  let east = longitude - WEST
  if (!(north >= 0 && north <= DEGREES && east >= 0 && east <= DEGREES)) return null
  let size = DEGREES
  let pin = ''
  for (let level = 1; level <= LEVELS; level += 1) {
    size /= 4
    const row = Math.min(3, Math.floor(north / size))
    const column = Math.min(3, Math.floor(east / size))
    pin += GRID[row]![column]
    north -= row * size
    east -= column * size
    if (level === 3 || level === 6) pin += '-'
  }
  return pin
}

/** The middle of a DIGIPIN's cell; null for a text that is none. Hyphens, blanks and the case of letters do not matter. */
export function placeOfDigipin(text: string): { latitude: number; longitude: number } | null {
  const pin = text.toUpperCase().replace(/[\s-]/g, '')
  if (pin.length !== LEVELS) return null
  let size = DEGREES
  let north = 0
  let east = 0
  for (const symbol of pin) {
    const row = GRID.findIndex((cells) => cells.includes(symbol))
    if (row < 0) return null
    size /= 4
    north += row * size
    east += GRID[row]!.indexOf(symbol) * size
  }
  return { latitude: SOUTH + DEGREES - north - size / 2, longitude: WEST + east + size / 2 }
}
