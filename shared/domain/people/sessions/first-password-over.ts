import { sql, type SqlBool } from 'kysely'

/**
 * Condition: the session `s` was opened with a first password of the user `u`, and that has expired. Choosing an own
 * password removes the end, and the session goes on.
 */
export const firstPasswordOver = sql<SqlBool>`(s.first_password and coalesce(u.password_expires_at <= now(), false))`
