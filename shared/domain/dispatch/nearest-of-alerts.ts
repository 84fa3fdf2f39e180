import { sql } from 'kysely'
import type { NearestAmbulance } from '../../contracts/dispatch.ts'
import type { Ctx } from '../../platform/context.ts'
import { active } from '../alerts/active-dispatch.ts'
import {
  AT_BASE,
  AT_POSITION,
  FIRST_LOOK,
  free,
  idle,
  ofKind,
  placedFrom,
  UNPLACED_AFTER_MINUTES,
} from './nearest-ambulances.ts'
import { estimateMinutes, MINUTES_PER_KM } from './travel-times.ts'

/**
 * Of each open alert that no ambulance was sent to, the nearest available ambulance for emergencies that has not declined
 * it, by estimated minutes. Where the nearest 32 are all under way an alert has none here; its page looks farther.
 */
export async function nearestOfAlerts({ ctx }: { ctx: Pick<Ctx, 'db'> }): Promise<NearestAmbulance[]> {
  const scene = sql`ll_to_earth(a.latitude, a.longitude)`
  const near = (position: ReturnType<typeof sql>) => sql`(
    select v.id from ambulances v where ${free([])} and ${ofKind(false)}
    order by ${position} <-> ${scene} limit ${FIRST_LOOK})`
  const { rows } = await sql<{ alert_id: number; vehicle_number: string; distance_km: number }>`
    select a.id as alert_id, n.vehicle_number, n.distance_km
    from alerts a cross join lateral (
      select * from (
        select ${placedFrom(scene)} from ambulances v
        where v.id in (${near(AT_POSITION)} union ${near(AT_BASE)}) and ${idle}
          and not exists (select from dispatches d where d.alert_id = a.id and d.ambulance_id = v.id and d.declined)
      ) found
      order by distance_km * ${MINUTES_PER_KM}::float8 + from_base::integer * ${UNPLACED_AFTER_MINUTES}::integer, id limit 1
    ) n
    where a.status = 'PENDING' and not a.drill and a.latitude is not null
      and not exists (select from dispatches d where d.alert_id = a.id and ${active})`.execute(ctx.db)
  return rows.map(({ distance_km, ...alert }) => ({ ...alert, minutes: estimateMinutes(distance_km) }))
}
