import { sql, type SqlBool } from 'kysely'

/**
 * Condition: the session `s` was opened with a password that somebody else chose for the user `u`, and that has run out.
 * Choosing an own one takes the end away, and the session goes on.
 */
export const firstPasswordOver = sql<SqlBool>`(s.first_password and coalesce(u.password_expires_at <= now(), false))`
