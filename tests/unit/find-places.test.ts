import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { findPlaces } from '@tvarit/shared/domain/places/find-places'
import { expect, test } from 'vitest'

const find = (text: string) => findPlaces({ input: { text } })

/** A place in Bengaluru, to four decimals. */
const HERE = { latitude: 12.9716, longitude: 77.5946 }

test.for([
  ['12.9716, 77.5946', 'coordinates'],
  ['12.9716 77.5946', 'coordinates'],
  ['12.9716;77.5946', 'coordinates'],
  ['77.5946, 12.9716', 'coordinates'],
  ['(12.9716, 77.5946)', 'coordinates'],
  ['12.9716N 77.5946E', 'coordinates'],
  ['N 12.9716, E 77.5946', 'coordinates'],
  ['E77.5946 N12.9716', 'coordinates'],
  ['12.9716° N, 77.5946° E', 'coordinates'],
  ['lat: 12.9716, lng: 77.5946', 'coordinates'],
  ['Latitude 12.9716 Longitude 77.5946', 'coordinates'],
  [`12°58'17.8"N 77°35'40.6"E`, 'coordinates'],
  ['12° 58′ 17.8″ N, 77° 35′ 40.6″ E', 'coordinates'],
  ['12 58 17.8 N 77 35 40.6 E', 'coordinates'],
  ['12 58 17.8, 77 35 40.6', 'coordinates'],
  ["N 12° 58.296' E 77° 35.676'", 'coordinates'],
  ['\u200e12.9716,\u00a077.5946\u200e', 'coordinates'],
  ['https://www.google.com/maps/@12.9716,77.5946,17z', 'link'],
  ['https://www.google.com/maps?q=12.9716,77.5946&z=17', 'link'],
  ['https://maps.google.com/?q=loc:12.9716,77.5946', 'link'],
  ['https://www.google.com/maps/search/?api=1&query=12.9716%2C77.5946', 'link'],
  [
    'https://www.google.com/maps/place/Cafe/@12.9,77.5,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d12.9716!4d77.5946',
    'link',
  ],
  ['https://www.google.com/maps/dir/12.9000,77.5000/12.9716,77.5946/@12.95,77.55,13z', 'link'],
  ['www.google.com/maps/search/12.9716,+77.5946', 'link'],
  ['Look here: https://maps.google.com/?ll=12.9716,77.5946 please', 'link'],
  ['https://www.openstreetmap.org/#map=17/12.9716/77.5946', 'link'],
  ['https://www.openstreetmap.org/?mlat=12.9716&mlon=77.5946#map=5/20/80', 'link'],
  ['https://maps.apple.com/?ll=12.9716,77.5946&q=Pin', 'link'],
  ['https://maps.apple.com/place?coordinate=12.9716,77.5946&name=Pin', 'link'],
  ['geo:12.9716,77.5946;u=20', 'link'],
  ['geo:0,0?q=12.9716,77.5946(Accident)', 'link'],
  [digipinOf(HERE.latitude, HERE.longitude)!, 'digipin'],
  [`DIGIPIN: ${digipinOf(HERE.latitude, HERE.longitude)!.toLowerCase().replaceAll('-', ' ')}`, 'digipin'],
  ['7J4VXHCV+JR', 'plus_code'],
  ['7j4vxhcv+jr', 'plus_code'],
  ['XHCV+JR Bengaluru', 'plus_code'],
  ['XHCV+JR, Bengaluru, Karnataka', 'plus_code'],
] as const)('%s is read as %s', ([text, kind]) => {
  const { hits, problem } = find(text)
  expect(problem).toBeNull()
  expect(hits).toMatchObject([{ kind, words: expect.stringMatching(/Karnataka$/) }])
  // A Plus Code's cell is 14 m wide.
  expect(hits[0]!.latitude).toBeCloseTo(HERE.latitude, 3)
  expect(hits[0]!.longitude).toBeCloseTo(HERE.longitude, 3)
})

test('what was typed roughly is said to be rough', () => {
  const accuracies = ['12.97, 77.59', '12.971600, 77.594600', "12°58'N 77°35'E", `12°58'17"N 77°35'40"E`]
  expect(accuracies.map((text) => find(text).hits[0]!.accuracy)).toEqual([1113, 5, 1855, 31])
})

test('a town is found by part of its name, with district and state, or by PIN code', () => {
  expect(find('Whitefield').hits[0]).toMatchObject({
    words: expect.stringMatching(/^Whitefield, Bengaluru Urban, Karnataka/),
  })
  expect(find('itefiel').hits.map(({ words }) => words)).toContainEqual(expect.stringMatching(/^Whitefield, /))
  expect(find('Rampur').hits.length).toBe(8)
  expect(find('Rampur, Himachal').hits.every(({ words }) => words.includes('Himachal Pradesh'))).toBe(true)
  for (const pin of ['560066', '560 066']) {
    const { hits } = find(pin)
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(({ kind, words }) => kind === 'pin_code' && words.endsWith('560066'))).toBe(true)
  }
})

test.for([
  ['https://maps.app.goo.gl/Ab3dEf', 'This is a short link'],
  ['goo.gl/maps/Ab3dEf', 'This is a short link'],
  ['https://osm.org/go/xyz', 'This is a short link'],
  ['https://www.google.com/maps/place/Cafe', 'There is no position in this link'],
  ['https://example.com/%E0%A4%A', 'There is no position in this link'],
  ['XHCV+JR', 'This is the end of a Plus Code'],
  ['XHCV+JR Nowhereville', 'This is the end of a Plus Code'],
  ['51.5074, -0.1278', 'This place is outside India'],
  ['12.9716 S, 77.5946 E', 'This place is outside India'],
  ['https://www.google.com/maps/@51.5,0.1,17z', 'This place is outside India'],
  ['9876543298', 'No town and no PIN code'],
  ['98765 43210', 'No town and no PIN code'],
  ['91.0, 181.0', 'No town and no PIN code'],
  ['12°75\'00"N 77°35\'40"E', 'No town and no PIN code'],
  ['NaN, Infinity', 'No town and no PIN code'],
  ['000000', 'No town and no PIN code'],
  ['%', 'No town and no PIN code'],
] as const)('%s is no place: "%s"', ([text, problem]) => {
  expect(find(text)).toMatchObject({ hits: [], problem: expect.stringContaining(problem) })
})

test('long nonsense is answered at once', () => {
  for (const text of ['12 '.repeat(600), '-'.repeat(2000), `https://a.in/dir/${'x/'.repeat(900)}`, 'N'.repeat(2000)]) {
    expect(find(text).hits).toEqual([])
  }
})

test('a search of hundreds of names costs at most 50 ms, however many match', () => {
  find('Whitefield') // reads the names
  const costs = ['a,a,', 'a,e,i,o,'].map((unit) => {
    const before = process.threadCpuUsage()
    find(unit.repeat(2000 / unit.length).slice(0, 2000))
    return process.threadCpuUsage(before).user / 1000
  })
  expect(Math.max(...costs)).toBeLessThan(50)
  const [hit] = find('Whitefield, Karnataka').hits
  expect(find('Whitefield, Karnataka, Karnataka, a, e, Nowhere').hits[0]).toEqual(hit)
})
