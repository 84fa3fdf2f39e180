import type { FoundPlaces, PlaceHit } from '../../contracts/places.ts'
import { isNearIndia } from '../../contracts/near-india.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { describePlace } from './describe-place.ts'
import { gazetteer, type Locality } from './gazetteer.ts'
import { placeOfPlusCode } from './plus-code.ts'
import { readPlace, type ReadPosition } from './read-place.ts'

const MOST = 8
/** How far a person may be from the middle of a town, and from the post office of a PIN code. Metres. */
const AROUND = { town: 2_000, pin_code: 3_000 } as const

/** The places that a text may mean, whatever notation it is in, and why there is none. Asks no other service. */
export function findPlaces({ input }: { input: { text: string } }): FoundPlaces {
  const read = readPlace(input.text)
  switch (read.kind) {
    case 'short_link':
      return none(TEXTS.place_short_link)
    case 'other_link':
      return none(TEXTS.place_other_link)
    case 'short_plus_code': {
      const [town] = read.town ? gazetteer().search(read.town, 1) : []
      const place = town && placeOfPlusCode(read.code, town)
      return place ? position({ kind: 'plus_code', ...place }) : none(TEXTS.place_plus_code_town)
    }
    case 'name': {
      const hits = gazetteer().search(read.name, MOST).map(localityHit)
      const different = hits.filter((hit, at) => hits.findIndex(({ words }) => words === hit.words) === at)
      return different.length > 0 ? { hits: different, problem: null } : none(TEXTS.place_not_found)
    }
    default:
      return position(read)
  }
}

const none = (problem: string): FoundPlaces => ({ hits: [], problem })

function position(read: ReadPosition): FoundPlaces {
  const { latitude, longitude } = read
  const accuracy = read.accuracy === null ? null : Math.round(read.accuracy)
  if (!isNearIndia(latitude, longitude)) return none(TEXTS.place_abroad)
  return {
    hits: [{ ...read, accuracy, words: describePlace(read) ?? TEXTS.place_remote }],
    problem: null,
  }
}

function localityHit({ name, district, state, pin, latitude, longitude }: Locality): PlaceHit {
  const kind = pin ? 'pin_code' : 'town'
  const names = [...new Set([name, district, state])].filter(Boolean).join(', ')
  return { kind, words: pin ? `${names} ${pin}` : names, latitude, longitude, accuracy: AROUND[kind] }
}
