import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'

const [LEVEL_1, LEVEL_2, LEVEL_3] = LIMITS.escalation_seconds

/** SQL: the seconds of each level. A missing or later setting counts as the latest one that is allowed. */
export const escalationSeconds = sql<[number, number, number]>`array[${sql.lit(LEVEL_1)},
  least(${sql.lit(LEVEL_2)}, (select level_2_seconds from on_call_settings)),
  least(${sql.lit(LEVEL_3)}, (select level_3_seconds from on_call_settings))]`

/** SQL: after so many seconds admins are notified. */
export const adminsAfter = sql<number>`(${escalationSeconds})[2]`
