import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Condition: the alert waits for a claim. Drills call no number. */
export const waiting = sql<SqlBool>`(status = 'PENDING' and claimed_by is null and not drill)`

/** The condition that it has waited so many seconds, by the database's clock. */
export const waitedFor = (seconds: RawBuilder<number>) =>
  sql<SqlBool>`(${waiting} and waiting_since <= now() - make_interval(secs => ${seconds}))`
