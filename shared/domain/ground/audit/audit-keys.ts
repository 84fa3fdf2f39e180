import { type RawBuilder, sql } from 'kysely'
import type { AuditListInput } from '../../../contracts/audit.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey } from '../lists/order.ts'
import { cappedCount, type Found, type Range } from '../lists/read-page.ts'
import { startOfDayInIndia } from '../../../platform/india-sql.ts'

export type AuditFilters = Pick<AuditListInput, 'action' | 'actor_id' | 'subject' | 'subject_id' | 'from' | 'to'>

/** Entries get their number and their time at different moments of a transaction, which lasts seconds at most. */
const MARGIN = sql`interval '1 hour'`

/** The keys of a page of the audit log, newest first, and how many match in all. */
export async function auditKeys(db: Db, range: Range<IdKey>, filters: AuditFilters): Promise<Found<IdKey>> {
  const matching = sql`audit_log l where ${conditions(filters)}`
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select l.id from ${matching} and ${beyondId('l.id', range)}
      order by l.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`
      select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}

function conditions({ action, actor_id, subject, subject_id, from, to }: AuditFilters): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(action ? [sql`l.action = ${action}`] : []),
      ...(actor_id ? [sql`l.actor_id = ${actor_id}`] : []),
      ...(subject && subject_id ? [sql`l.subject = ${subject} and l.subject_id = ${subject_id}`] : []),
      ...(from ? [since(startOf(from))] : []),
      ...(to ? [before(startOf(to, 1))] : []),
    ],
    sql` and `,
  )
}

const startOf = (day: string, days_later = 0) => startOfDayInIndia(sql`(${day}::date + ${days_later}::integer)`)

// A list by number that is narrowed by time would walk all that is newer: the seals know which numbers are of that time.
const since = (moment: RawBuilder<unknown>) => sql`l.at >= ${moment} and l.id > coalesce(
  (select max(last_id) from audit_seals where newest_at < ${moment} - ${MARGIN}), 0)`
const before = (moment: RawBuilder<unknown>) => sql`l.at < ${moment} and l.id <= coalesce(
  (select min(last_id) from audit_seals where newest_at >= ${moment} + ${MARGIN}), 9223372036854775807)`
