import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import { MINUTES_PER_KM } from './travel-times.ts'
import { minutes, within } from '../../platform/database/moments-sql.ts'

/**
 * Whole minutes until the ambulance `v` of the dispatch `d` is at the place of the alert `a`. Null once it is there,
 * when it is unknown, and when it is more than `LIMITS.promised_minutes`.
 *
 * With a position of the last five minutes: by what is left of the way, at the router's pace, else at that of every
 * estimate. Without one: what is left of the time given when it was sent; null when that is over.
 */
export const minutesLeft: RawBuilder<number | null> = sql<number | null>`
  (select case when minutes <= ${sql.lit(LIMITS.promised_minutes)} then minutes end from (select
  case when d.state in ('ASSIGNED', 'ACCEPTED', 'EN_ROUTE') then
    case when ${within('v.last_position_at', minutes(5))} and a.latitude is not null then
      greatest(1, ceil(-1e-9
        + earth_distance(ll_to_earth(v.last_latitude, v.last_longitude), ll_to_earth(a.latitude, a.longitude)) / 1000
        * case when d.eta_source = 'route' and d.distance_km >= 1 then d.eta_minutes / d.distance_km
          else ${MINUTES_PER_KM}::float8 end))::int
    when extract(epoch from now() - d.assigned_at) < d.eta_minutes * 60 then
      ceil(d.eta_minutes - extract(epoch from now() - d.assigned_at) / 60)::int
    end
  end as minutes) known)`
