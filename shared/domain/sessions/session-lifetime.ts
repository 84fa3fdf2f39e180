import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import type { Role } from '../../contracts/roles.ts'

/** Days a session lives without being used. Each refresh starts them anew. */
export const idleDays = (role: Role): number =>
  role === 'admin' || role === 'staff' ? LIMITS.refresh_days_staff : LIMITS.refresh_days

/** A session ends for good after three times its idle days: then the person logs in again. */
const ABSOLUTE = 3

/** When a session that is used now and began at `created_at` expires. */
export const sessionExpiry = (role: Role, created_at: RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`least(now() + make_interval(days => ${idleDays(role)}),
    ${created_at} + make_interval(days => ${idleDays(role) * ABSOLUTE}))`
