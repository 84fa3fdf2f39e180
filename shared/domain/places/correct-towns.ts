import { around, distance as kilometres } from 'geokdbush'
import KDBush from 'kdbush'
import { isNearIndia } from '../../contracts/near-india.ts'
import { CITIES, RENAMED } from './cities.ts'
import type { GazetteerFile, Locality } from './gazetteer.ts'

/** A town of this distance with the name of a city is the city's own entry in the source. */
const SAME_CITY_KM = 7
const OFFICE_KM = 80

/**
 * The towns of GeoNames, corrected by what was reviewed: the cities of the census first, the largest first, each with the
 * source's position where it has one. A town that the source puts in no district takes district and state of the nearest
 * post office: its state was wrong in a dozen cases. Towns far outside India go. With the other names of towns.
 */
export function correctTowns(
  source: readonly Locality[],
  offices: { towns: readonly Locality[]; villages: readonly Locality[] },
): { towns: Locality[]; others: GazetteerFile['others'] } {
  const nearestOffice = indexed([...offices.towns, ...offices.villages])
  const located = source
    .filter(({ latitude, longitude }) => isNearIndia(latitude, longitude))
    .map((town) => {
      const office = town.district ? null : nearestOffice(town)
      return renamed(office ? { ...town, district: office.district, state: office.state } : town)
    })
  const taken = new Set<Locality>()
  const cities = CITIES.map(([name, state, latitude, longitude, , others = []]): Locality => {
    const names = [name, ...others]
    const own = located.filter(
      (town) =>
        town.state === state &&
        names.includes(town.name) &&
        kilometres(longitude, latitude, town.longitude, town.latitude) < SAME_CITY_KM,
    )
    for (const town of own) taken.add(town)
    const [entry = { latitude, longitude, district: '' }] = own
    const district = entry.district || nearestOffice({ latitude, longitude })!.district
    return { name, state, pin: null, latitude: entry.latitude, longitude: entry.longitude, district }
  })
  const towns = [...cities, ...located.filter((town) => !taken.has(town))]
  const of_cities = CITIES.flatMap(([, , , , , others = []], at) => others.map((other) => [other, at] as const))
  const of_towns = RENAMED.flatMap(([state, today, ...older]) => {
    const at = towns.findIndex((town) => town.name === today && town.state === state)
    return at < 0 ? [] : older.map((name) => [name, at] as const)
  })
  return { towns, others: [...of_cities, ...of_towns].map(([name, at]) => [name, at]) }
}

const today = new Map(
  RENAMED.flatMap(([state, name, ...older]) => older.map((before) => [`${before}, ${state}`, name])),
)

/** A locality under the names of today: `Lucknow`, not `Lucknow District`; `Kalaburagi`, not `Gulbarga`. */
export function renamed(locality: Locality): Locality {
  const state = locality.state === 'Andaman and Nicobar' ? 'Andaman and Nicobar Islands' : locality.state
  const nameOf = (name: string) => today.get(`${name}, ${state}`) ?? name
  return { ...locality, state, name: nameOf(locality.name), district: nameOf(districtName(locality.district)) }
}

/** Sikkim's are called by where they lie: `East District` stays. */
const districtName = (name: string): string =>
  /^(East|West|North|South) District$/.test(name)
    ? name
    : name.replace(/^District (?=.)/, '').replace(/ (District|Division)$/i, '')

function indexed(localities: readonly Locality[]) {
  const index = new KDBush(localities.length)
  for (const { longitude, latitude } of localities) index.add(longitude, latitude)
  index.finish()
  return ({ longitude, latitude }: { longitude: number; latitude: number }): Locality | null => {
    const [at] = around(index, longitude, latitude, 1, OFFICE_KM)
    return at === undefined ? null : localities[at]!
  }
}
