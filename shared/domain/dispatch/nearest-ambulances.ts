import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AmbulanceType } from '../../contracts/dispatch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Place } from '../../platform/driving-seconds.ts'
import { matchingAmbulances } from '../registry/ambulance-filter.ts'
import { active } from '../alerts/active-dispatch.ts'
import { minutes, within } from '../../platform/database/moments-sql.ts'

export interface NearAmbulance {
  id: number
  vehicle_number: string
  type: AmbulanceType
  operator: string
  driver_name: string
  driver_phone: string
  /** Where it is, or its base when its position is older than 30 minutes. */
  latitude: number
  longitude: number
  from_base: boolean
  last_position_at: Date | null
  /** As the crow flies. */
  distance_km: number
}

/** An ambulance `v` and how far it is from a place. */
const placed = (place: Place | null) => placedFrom(place && earth(place))

/** The same from a place on earth. */
export const placedFrom = (from: RawBuilder<unknown> | null) => {
  const fresh = sql`coalesce(${within('v.last_position_at', minutes(30))}, false)`
  const latitude = sql`case when ${fresh} then v.last_latitude else v.base_latitude end`
  const longitude = sql`case when ${fresh} then v.last_longitude else v.base_longitude end`
  return sql`v.id, v.vehicle_number, v.type, v.operator, v.driver_name, v.driver_phone,
    ${latitude} as latitude, ${longitude} as longitude, not ${fresh} as from_base, v.last_position_at,
    ${from ? sql`earth_distance(ll_to_earth(${latitude}, ${longitude}), ${from}) / 1000` : sql`null::float8`} as distance_km`
}

const earth = ({ latitude, longitude }: Place) => sql`ll_to_earth(${latitude}::float8, ${longitude}::float8)`

/** How many are read first; each further read takes eight times as many. */
export const FIRST_LOOK = 32

/** Condition on the ambulance `v`: for patients who need no care on the way, or for emergencies. */
export const ofKind = (transport: boolean) =>
  transport ? sql<SqlBool>`v.type = 'TRANSPORT'` : sql<SqlBool>`v.type <> 'TRANSPORT'`

/** Condition: the ambulance `v` can be sent now, and is none of `except`. */
export const free = (except: readonly number[]) =>
  sql<SqlBool>`v.status = 'AVAILABLE' and v.retired_at is null and v.id <> all(${except}::bigint[])`

/** Condition: no alert has the ambulance `v`. */
export const idle = sql<SqlBool>`not exists (select from dispatches d where d.ambulance_id = v.id and ${active})`

/** Positions and bases on earth, as their indexes have them. */
export const AT_POSITION = sql`ll_to_earth(coalesce(v.last_latitude, v.base_latitude), coalesce(v.last_longitude, v.base_longitude))`
export const AT_BASE = sql`ll_to_earth(v.base_latitude, v.base_longitude)`

/**
 * The `count` nearest available ambulances for emergencies, or for patient transport; nearest first, exactly.
 *
 * The age of a position decides whether position or base counts, so no index can know which. The nearest by position
 * and the nearest by base are read through their indexes, and each is measured from where it counts. An ambulance in
 * neither list is farther away than the end of the shorter one. When the last of the `count` is not nearer than that,
 * more are read.
 */
export async function nearestAmbulances(
  db: Db,
  place: Place,
  { count, except = [], transport }: { count: number; except?: readonly number[]; transport: boolean },
): Promise<NearAmbulance[]> {
  for (let look = FIRST_LOOK; ; look *= 8) {
    const near = (position: ReturnType<typeof sql>) => sql`
      select v.id, ${position} <-> ${earth(place)} as far from ambulances v
      where ${free(except)} and ${ofKind(transport)}
      order by ${position} <-> ${earth(place)} limit ${look}`
    const { rows } = await sql<NearAmbulance & { horizon_km: number | null }>`
      with by_position as (${near(AT_POSITION)}),
      by_base as (${near(AT_BASE)}),
      found as (
        select ${placed(place)} from ambulances v
        where v.id in (select id from by_position union select id from by_base)
          and ${idle}
        order by distance_km, v.id limit ${count}
      )
      select found.*, horizon_km from (
        select case when (select count(*) from by_position) = ${look}
          then sec_to_gc(least((select max(far) from by_position), (select max(far) from by_base))) / 1000 end as horizon_km
      ) horizon left join found on true order by distance_km, id`.execute(db)
    const { horizon_km } = rows[0]!
    const found: NearAmbulance[] = rows.filter(({ id }) => id !== null)
    // No horizon: the list ended before it was full.
    if (horizon_km === null || (found.length === count && found.at(-1)!.distance_km <= horizon_km)) return found
  }
}

/** An ambulance known by its base only comes after one that is sooner there by less than this. */
export const UNPLACED_AFTER_MINUTES = 15

/** Kilometres from a town within which a base is one of that town. */
const TOWN_KM = 15

export type FoundAmbulance = Omit<NearAmbulance, 'distance_km'> & { distance_km: number | null }

/**
 * Available ambulances by vehicle number, operator, driver or a town near their base: the nearest first, without a place
 * by number.
 */
export async function searchAmbulances(
  db: Db,
  place: Place | null,
  {
    search,
    towns,
    count,
    except,
  }: { search: string; towns: readonly Place[]; count: number; except: readonly number[] },
): Promise<FoundAmbulance[]> {
  const near = towns.map((town) => sql`earth_distance(${AT_BASE}, ${earth(town)}) < ${TOWN_KM * 1000}`)
  const { rows } = await sql<FoundAmbulance>`
    select ${placed(place)} from ambulances v
    where ${free(except)} and ${idle}
      and (${sql.join([sql`v.id in (select a.id from ${matchingAmbulances({ search })})`, ...near], sql` or `)})
    order by distance_km, v.vehicle_number limit ${count}`.execute(db)
  return rows
}

/** One ambulance, whatever its status, and how far it is from a place; null when there is none. */
export async function ambulanceFrom(db: Db, id: number, place: Place): Promise<NearAmbulance | null> {
  const { rows } = await sql<NearAmbulance>`select ${placed(place)} from ambulances v where v.id = ${id}`.execute(db)
  return rows[0] ?? null
}
