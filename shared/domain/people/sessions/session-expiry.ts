import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Role } from '../../../contracts/roles.ts'

/** A session ends after three times its idle days in any case: then the user logs in again. */
const ABSOLUTE = 3

/** When a session of `role` that is used now and began at `created_at` expires. Each refresh starts its idle days again. */
export const sessionExpiry = (role: RawBuilder<Role>, created_at: RawBuilder<Date>): RawBuilder<Date> => {
  const days = sql`case when ${role} in ('admin', 'staff')
    then ${LIMITS.refresh_days_staff}::int else ${LIMITS.refresh_days}::int end`
  return sql<Date>`least(now() + make_interval(days => ${days}),
    ${created_at} + make_interval(days => ${days} * ${ABSOLUTE}::int))`
}
