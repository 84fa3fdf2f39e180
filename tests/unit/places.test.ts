import { digipinOf, placeOfDigipin } from '@tvarit/shared/contracts/digipin'
import { cleanPostOffices, type PostOffice } from '@tvarit/shared/domain/places/clean-post-offices'
import { describePlace, describePlaceShortly } from '@tvarit/shared/domain/places/describe-place'
import { GAZETTEER_FILE, type GazetteerFile, gazetteer, VILLAGE_FACTOR } from '@tvarit/shared/domain/places/gazetteer'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { random } from '../harness/random.ts'

type Position = readonly [latitude: number, longitude: number]
const RADIANS = Math.PI / 180

function kilometres(from: Position, to: Position): number {
  const [north, east] = [(to[0] - from[0]) * RADIANS, (to[1] - from[1]) * RADIANS]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(from[0] * RADIANS) * Math.cos(to[0] * RADIANS) * Math.sin(east / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(chord))
}

test('a thousand positions all over India get the locality that a full scan finds', () => {
  const file = JSON.parse(fs.readFileSync(GAZETTEER_FILE, 'utf8')) as GazetteerFile
  const { below } = random(17)
  const wrong: unknown[] = []
  for (let round = 0; round < 1_000; round += 1) {
    const position: Position = [8 + below(28_000) / 1_000, 69 + below(28_000) / 1_000]
    const best = { cost: Infinity, km: NaN }
    for (let at = 0; at < file.names.length; at += 1) {
      // A degree of latitude has 111 km: most localities are out of reach without trigonometry.
      if (Math.abs(file.latitudes[at]! - position[0]) > 0.91) continue
      const km = kilometres(position, [file.latitudes[at]!, file.longitudes[at]!])
      const cost = at < file.towns ? km : km * VILLAGE_FACTOR
      if (km <= 100 && cost < best.cost) Object.assign(best, { cost, km })
    }
    const found = gazetteer().nearest(...position)
    const same = found ? Math.abs(found.distance_km - best.km) < 0.01 : best.cost === Infinity
    if (!same) wrong.push({ position, found, best })
  }
  expect(wrong).toEqual([])
})

describe('a known place is named as people know it', () => {
  test.for([
    ['Whitefield, from three kilometres away', 12.99, 77.77, '3 km NE of Whitefield, Bengaluru Urban, Karnataka'],
    ['Connaught Place', 28.6315, 77.2167, 'Connaught Place, New Delhi, Delhi'],
    ['Bandra West', 19.0596, 72.8295, 'Bandra West, Mumbai Suburban, Maharashtra'],
    ['Gateway of India', 18.922, 72.8347, 'Mumbai, Maharashtra'],
    ['Howrah Bridge', 22.5851, 88.3468, 'Howrah, West Bengal'],
    ['Charminar', 17.3616, 78.4747, 'Hyderabad, Telangana'],
    ['Marina Beach', 13.05, 80.2824, 'Chennai, Tamil Nadu'],
    ['Leh', 34.1526, 77.5771, 'Leh, Ladakh'],
    ['Kanniyakumari', 8.0883, 77.5385, 'Kanniyakumari, Tamil Nadu'],
    ['Guwahati', 26.1445, 91.7362, 'Kamrup Metro, Assam'],
    ['the Ridge of Shimla', 31.1048, 77.1734, 'Shimla, Himachal Pradesh'],
    ['Hubballi', 15.3647, 75.124, 'Hubballi'],
    ['Hawa Mahal', 26.9239, 75.8267, 'Jaipur, Rajasthan'],
    ['Lonavala', 18.7546, 73.4062, 'Lonavla, Pune, Maharashtra'],
    ['Electronics City', 12.8452, 77.6602, 'Electronics City, Bengaluru Urban, Karnataka'],
    ['Port Blair', 11.6234, 92.7265, 'South Andaman, Andaman and Nicobar'],
    ['Kavaratti', 10.5593, 72.6358, 'Kavaratti, Lakshadweep'],
    ['Aizawl', 23.7271, 92.7176, 'Aizawl, Mizoram'],
    ['Bhuj', 23.242, 69.6669, 'Kachchh, Gujarat'],
    ['Cyber Hub', 28.495, 77.089, 'Gurugram, Haryana'],
  ] as const)('%s', ([, latitude, longitude, words]) => {
    expect(describePlace({ latitude, longitude, accuracy: 20 })).toContain(words)
  })

  test.for([
    ['a good fix', 20, '3 km NE of Whitefield, Bengaluru Urban, Karnataka', '3 km NE of Whitefield'],
    ['an unknown accuracy', null, '3 km NE of Whitefield, Bengaluru Urban, Karnataka', '3 km NE of Whitefield'],
    ['a cell of 1.5 km', 1_500, 'within 5 km of Whitefield, Bengaluru Urban, Karnataka', 'within 5 km of Whitefield'],
    ['40 km', 40_000, 'within 60 km of Bengaluru, Bengaluru Urban, Karnataka', 'within 60 km of Bengaluru'],
    ['a place that no alert uses', 60_000, null, null],
  ] as const)('no distance or direction is said that the accuracy does not carry: %s', ([, accuracy, words, short]) => {
    const position = { latitude: 12.99, longitude: 77.77, accuracy }
    expect(describePlace(position)).toBe(words)
    expect(describePlaceShortly(position)).toBe(short)
  })

  test('a position at sea or abroad has no words', () => {
    expect(describePlace({ latitude: 12, longitude: 65.5, accuracy: null })).toBeNull()
    expect(describePlace({ latitude: 51.5, longitude: 0, accuracy: null })).toBeNull()
  })

  test('words have no letters that would double the price of an SMS', () => {
    const file = JSON.parse(fs.readFileSync(GAZETTEER_FILE, 'utf8')) as GazetteerFile
    const names = [...file.names, ...file.districts.flatMap(([district, state]) => [district, state])]
    expect(names.filter((name) => !/^[\x20-\x7e]*$/.test(name))).toEqual([])
  })
})

describe('looking for a place', () => {
  test('a PIN code finds the localities of its post offices', () => {
    expect(gazetteer().search('560066', 5)).toContainEqual(
      expect.objectContaining({ name: 'Whitefield', pin: '560066' }),
    )
  })

  test('the beginning of a name finds it, a name that is exactly the term first', () => {
    expect(gazetteer().search('whitef', 5)[0]).toMatchObject({ name: 'Whitefield', state: 'Karnataka' })
    expect(gazetteer().search('Leh', 5)[0]).toMatchObject({ name: 'Leh' })
  })

  test('nothing is found for a text of blanks, or for a PIN code that is none', () => {
    expect(gazetteer().search('  ', 5)).toEqual([])
    expect(gazetteer().search('000000', 5)).toEqual([])
  })
})

describe('post offices whose position cannot be believed are left out', () => {
  const office = (o: string, p: string, a: number, n: number): PostOffice => ({
    o,
    p,
    a,
    n,
    t: 'SO',
    i: 'PUNE',
    s: 'MAHARASHTRA',
  })
  const names = (...offices: PostOffice[]) => cleanPostOffices(offices).towns.map(({ name }) => name)
  const good = office('Lonavala S.O', '410401', 18.7546, 73.4062)

  test('one whose position another PIN code has too', () => {
    expect(
      names(good, office('One S.O', '410501', 18.8001, 73.4101), office('Two S.O', '410601', 18.8001, 73.4101)),
    ).toEqual(['Lonavala'])
  })

  test('one that is good to kilometres only', () => {
    expect(names(good, office('Rough S.O', '410401', 18.7, 73.4))).toEqual(['Lonavala'])
  })

  test('one far from the others of its PIN code', () => {
    const others = [office('Bazar S.O', '410401', 18.7611, 73.4102), office('Camp S.O', '410401', 18.7711, 73.4202)]
    expect(names(good, ...others, office('Far S.O', '410401', 19.9001, 73.4001))).toEqual(['Lonavala', 'Bazar', 'Camp'])
  })

  test('one among neighbours whose PIN codes begin otherwise', () => {
    const others = [1, 2, 3, 4, 5].map((step) =>
      office(`Part ${step} S.O`, `41040${step}`, 18.7546 + step / 1_000, 73.4062),
    )
    expect(names(...others, office('Stray S.O', '560002', 18.7551, 73.4111))).not.toContain('Stray')
  })
})

describe('DIGIPIN', () => {
  test('Dak Bhavan in New Delhi has the one that India Post publishes', () => {
    expect(digipinOf(28.622788, 77.213033)).toBe('39J-49L-L8T4')
  })

  test('every position comes back within four metres', () => {
    const { below } = random(4)
    for (let round = 0; round < 500; round += 1) {
      const position: Position = [2.6 + below(35_800) / 1_000, 63.6 + below(35_800) / 1_000]
      const back = placeOfDigipin(digipinOf(...position)!)!
      expect(kilometres(position, [back.latitude, back.longitude])).toBeLessThan(0.004)
    }
  })

  test('it is read however it is typed, and a text that is none is rejected', () => {
    expect(placeOfDigipin(' 39j 49l l8t4 ')).toEqual(placeOfDigipin('39J-49L-L8T4'))
    expect(placeOfDigipin('39J-49L-L8TX')).toBeNull()
    expect(placeOfDigipin('39J-49L')).toBeNull()
    expect(digipinOf(51.5, 0)).toBeNull()
  })
})
