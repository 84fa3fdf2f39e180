import { type RawBuilder, sql } from 'kysely'
import type { AuditListInput } from '../../../contracts/audit-list.ts'
import type { Listed } from '../../records/lists/find-page.ts'
import { orderOf } from '../../records/lists/order.ts'
import { startOfDayInIndia } from '../../../platform/database/india-sql.ts'

export type AuditFilters = Pick<AuditListInput, 'action' | 'actor_id' | 'subject' | 'subject_id' | 'from' | 'to'>

/** Entries get their number and their time at different moments of a transaction, which lasts seconds at most. */
const MARGIN = sql`interval '1 hour'`

/** The audit log, newest first. */
export const listedAudit = ({ sort, ...filters }: AuditFilters & Pick<AuditListInput, 'sort'>): Listed => ({
  from: sql`audit_log l where ${conditions(filters)}`,
  order: orderOf(sort ?? '-at', sql`l.id`, { at: null }),
})

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

// Narrowed by time, a list in the order of numbers would read all newer entries. The seals know which numbers are of
// that time.
const since = (moment: RawBuilder<unknown>) => sql`l.at >= ${moment} and l.id > coalesce((
  select last_id from audit_seals where newest_at < ${moment} - ${MARGIN} order by newest_at desc limit 1), 0)`
const before = (moment: RawBuilder<unknown>) => sql`l.at < ${moment} and l.id <= coalesce((
  select last_id from audit_seals where newest_at >= ${moment} + ${MARGIN} order by newest_at limit 1), 9223372036854775807)`
