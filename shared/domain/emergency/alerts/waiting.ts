import { type SqlBool, sql } from 'kysely'

/** The condition that an alert waits for somebody to take it. Drills call nobody. */
export const waiting = sql<SqlBool>`(status = 'PENDING' and claimed_by is null and not drill)`

/** The condition that it has waited so many seconds, by the database's clock. */
export const waitedFor = (seconds: number) =>
  sql<SqlBool>`(${waiting} and waiting_since <= now() - make_interval(secs => ${seconds}))`
