import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { olderThan, seconds } from '../../platform/database/moments-sql.ts'

/** Condition: the alert waits for a claim. Drills call no number. */
export const waiting = sql<SqlBool>`(status = 'PENDING' and claimed_by is null and not drill)`

/** The condition that it has waited so many seconds, by the database's clock. */
export const waitedFor = (count: RawBuilder<number>) =>
  sql<SqlBool>`(${waiting} and ${olderThan('waiting_since', seconds(count))})`
