import { isNearIndia, isUsablePlace } from '@tvarit/shared/contracts/near-india'
import { GAZETTEER_FILE, type GazetteerFile } from '@tvarit/shared/domain/places/gazetteer'
import fs from 'node:fs'
import { expect, test } from 'vitest'

test('all towns and villages of the gazetteer, and 45 km around them, are near India', () => {
  const { names, latitudes, longitudes } = JSON.parse(fs.readFileSync(GAZETTEER_FILE, 'utf8')) as GazetteerFile
  const around = [
    [0, 0],
    [0.4, 0],
    [-0.4, 0],
    [0, 0.4],
    [0, -0.4],
  ] as const
  const outside = names.filter((_, at) =>
    around.some(([north, east]) => !isNearIndia(latitudes[at]! + north, longitudes[at]! + east)),
  )
  expect(names.length).toBeGreaterThan(90_000)
  expect(outside).toEqual([])
})

test.each([
  ['Siachen', 35.5, 77],
  ['Kibithu', 28.3, 97],
  ['Longewala', 27.5, 70.1],
  ['Minicoy', 8.28, 73.05],
  ['Indira Point', 6.75, 93.84],
  ['350 km off Goa', 15.4, 70.6],
  ['340 km off Chennai', 13, 83.4],
  ['300 km south of Kanyakumari', 5.4, 77.5],
])('%s is near India', (_, latitude, longitude) => expect(isNearIndia(latitude, longitude)).toBe(true))

test.each([
  ['the Gulf of Guinea', 0, 0],
  ['London', 51.5, -0.13],
  ['Kabul', 34.53, 69.17],
  ['Karachi', 24.86, 67],
  ['Colombo', 6.93, 79.86],
  ['Kathmandu', 27.7, 85.32],
  ['Lhasa', 29.65, 91.1],
  ['Yangon', 16.8, 96.15],
  ['Malé', 4.17, 73.5],
  ['Dubai', 25.2, 55.27],
  ['Mumbai with its numbers swapped', 72.88, 19.08],
  ['Mumbai with a wrong sign', 19.08, -72.88],
  ['the north pole', 90, 0],
  ['no number', NaN, NaN],
])('%s is not near India', (_, latitude, longitude) => expect(isNearIndia(latitude, longitude)).toBe(false))

test('a place is usable with both coordinates, near India and known to 50 km', () => {
  const mumbai = { latitude: 19.08, longitude: 72.88 }
  expect(isUsablePlace(mumbai)).toBe(true)
  expect(isUsablePlace({ ...mumbai, accuracy: 50_000 })).toBe(true)
  expect(isUsablePlace({ ...mumbai, accuracy: 50_001 })).toBe(false)
  expect(isUsablePlace({ ...mumbai, longitude: null })).toBe(false)
  expect(isUsablePlace({ latitude: 0, longitude: 0, accuracy: 5 })).toBe(false)
})
