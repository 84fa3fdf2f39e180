import { sql } from 'kysely'
import type { AmbulanceType } from '../../../contracts/dispatch.ts'
import type { Db } from '../../../platform/database.ts'
import type { Place } from '../../../platform/osrm.ts'
import { active } from '../alerts/active-dispatch.ts'

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
const placed = (place: Place) => {
  const fresh = sql`coalesce(v.last_position_at > now() - interval '30 minutes', false)`
  const latitude = sql`case when ${fresh} then v.last_latitude else v.base_latitude end`
  const longitude = sql`case when ${fresh} then v.last_longitude else v.base_longitude end`
  return sql`v.id, v.vehicle_number, v.type, v.operator, v.driver_name, v.driver_phone,
    ${latitude} as latitude, ${longitude} as longitude, not ${fresh} as from_base, v.last_position_at,
    earth_distance(ll_to_earth(${latitude}, ${longitude}), ${earth(place)}) / 1000 as distance_km`
}

const earth = ({ latitude, longitude }: Place) => sql`ll_to_earth(${latitude}::float8, ${longitude}::float8)`

/** How many are looked at first; each further look takes eight times as many. */
const FIRST_LOOK = 32

/**
 * The `count` nearest ambulances that are available, nearest first. Whether a position is too old changes by itself, so
 * no index can know it: the nearest by last position and the nearest by base are taken through their indexes, and each
 * is measured from where it counts. Whoever is in neither list is farther away than the end of the shorter one; when
 * the last of the `count` is not nearer than that, more are looked at. So the answer is exact.
 */
export async function nearestAmbulances(
  db: Db,
  place: Place,
  { count, except = [] }: { count: number; except?: readonly number[] },
): Promise<NearAmbulance[]> {
  for (let look = FIRST_LOOK; ; look *= 8) {
    const near = (position: ReturnType<typeof sql>) => sql`
      select v.id, ${position} <-> ${earth(place)} as far from ambulances v
      where v.status = 'AVAILABLE' and v.retired_at is null and v.id <> all(${except}::bigint[])
      order by ${position} <-> ${earth(place)} limit ${look}`
    const { rows } = await sql<NearAmbulance & { horizon_km: number | null }>`
      with by_position as (${near(sql`ll_to_earth(coalesce(v.last_latitude, v.base_latitude), coalesce(v.last_longitude, v.base_longitude))`)}),
      by_base as (${near(sql`ll_to_earth(v.base_latitude, v.base_longitude)`)}),
      found as (
        select ${placed(place)} from ambulances v
        where v.id in (select id from by_position union select id from by_base)
          and not exists (select from dispatches d where d.ambulance_id = v.id and ${active})
        order by distance_km, v.id limit ${count}
      )
      select found.*, horizon_km from (
        select case when (select count(*) from by_position) = ${look}
          then sec_to_gc(least((select max(far) from by_position), (select max(far) from by_base))) / 1000 end as horizon_km
      ) horizon left join found on true order by distance_km, id`.execute(db)
    const { horizon_km } = rows[0]!
    const found: NearAmbulance[] = rows.filter(({ id }) => id !== null)
    // No horizon: fewer were there than were looked for.
    if (horizon_km === null || (found.length === count && found.at(-1)!.distance_km <= horizon_km)) return found
  }
}

/** One ambulance, whatever its status, and how far it is from a place; null when there is none. */
export async function ambulanceFrom(db: Db, id: number, place: Place): Promise<NearAmbulance | null> {
  const { rows } = await sql<NearAmbulance>`select ${placed(place)} from ambulances v where v.id = ${id}`.execute(db)
  return rows[0] ?? null
}
