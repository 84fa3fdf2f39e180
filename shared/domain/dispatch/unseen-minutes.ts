import { type RawBuilder, sql } from 'kysely'
import { OWNER_DEADLINES } from '../../contracts/alert-owner.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { minutes, olderThan, seconds } from '../../platform/database/moments-sql.ts'

/**
 * Whole minutes since the last position of the ambulance `v`, once a driving one has been silent for too long. Null
 * while positions come, for states in which it stands, and for one that never sent any for the dispatch `d`.
 */
export const unseenMinutes: RawBuilder<number | null> = sql<number | null>`
  case when d.state in ('EN_ROUTE', 'TRANSPORTING')
      and v.last_position_at > d.assigned_at - ${minutes(LIMITS.position_fresh_minutes)}
      and ${olderThan(
        sql`greatest(v.last_position_at, d.en_route_at, d.transporting_at)`,
        seconds(OWNER_DEADLINES.UNSEEN.holder),
      )}
    then floor(extract(epoch from now() - v.last_position_at) / 60)::int end`
