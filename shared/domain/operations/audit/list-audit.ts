import { sql } from 'kysely'
import type { AuditListInput, AuditRow } from '../../../contracts/audit-list.ts'
import type { ListPage } from '../../../contracts/lists.ts'
import { toRole } from '../../../contracts/roles.ts'
import type { ScopedCtx, SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { moment, typed } from '../../records/lists/export-listed.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { type AuditFilters, listedAudit } from './listed-audit.ts'
import { insertAudit } from '../../audit/write-audit.ts'
import { minutes, within } from '../../../platform/database/moments-sql.ts'

/** Views of one user with the same filters within this are one entry: a page refreshes itself. */
const SAME_LOOK = minutes(15)
/** How many of the user's newest entries are searched for an earlier view. */
const OWN_NEWEST = 200

const audit = declareList<AuditListInput, AuditRow>({
  name: 'audit',
  path: '/api/audit/',
  filters: ['action', 'actor_id', 'subject', 'subject_id', 'from', 'to'],
  listed: ({ input }) => listedAudit(input),
  rows: (ctx, ids) => readRows(ctx.db, ids),
  columns: [
    'l.id',
    moment('l.at'),
    'l.actor_id',
    typed("(select trim(a.first_name || ' ' || a.last_name) from users a where a.id = l.actor_id)", 'actor'),
    'l.action, l.subject, l.subject_id, l.detail, l.ip',
  ],
})

/** The audit log, newest first. That it was read, and with which filters, is an entry of its own. */
export async function listAudit({ ctx, input }: VerbArgs<AuditListInput, ScopedCtx>): Promise<ListPage<AuditRow>> {
  const { action, actor_id, subject, subject_id, from, to } = input
  await noteLook(ctx, { action, actor_id, subject, subject_id, from, to })
  return audit.page({ ctx, input })
}

/** The audit log as listed, as a file. */
export const exportAudit = audit.file

async function noteLook(ctx: SignedInCtx, filters: AuditFilters): Promise<void> {
  const detail = { ...filters }
  const unless_noted = sql`
    where not exists (
      select from (
        select action, detail, at from audit_log where actor_id = ${ctx.actor.id} order by id desc limit ${OWN_NEWEST}) own
      where own.action = 'audit.viewed' and own.detail = ${JSON.stringify(detail)}::jsonb and ${within('own.at', SAME_LOOK)})`
  await insertAudit(ctx, { action: 'audit.viewed', subject: 'audit', subject_id: null, detail }, unless_noted).execute(
    ctx.db,
  )
}

type PersonColumns<Prefix extends string> = Record<`${Prefix}_name` | `${Prefix}_role`, string | null>
type Row = Omit<AuditRow, 'at' | 'actor' | 'person'> & { at: Date; actor_id: number | null } & PersonColumns<
    'actor' | 'person'
  >

async function readRows(db: Db, ids: number[]): Promise<AuditRow[]> {
  const { rows } = await sql<Row>`
    select l.id, l.at, l.actor_id, l.action, l.subject, l.subject_id, l.detail, l.ip,
      trim(a.first_name || ' ' || a.last_name) as actor_name, a.role as actor_role,
      trim(p.first_name || ' ' || p.last_name) as person_name, p.role as person_role
    from audit_log l left join users a on a.id = l.actor_id
      left join users p on l.subject = 'user' and p.id = l.subject_id
    where l.id = any(${ids}::bigint[])`.execute(db)
  return rows.map(toRow)
}

function toRow({ actor_id, actor_name, actor_role, person_name, person_role, at, ...row }: Row): AuditRow {
  return {
    ...row,
    at: at.toISOString(),
    actor: personOf(actor_id, actor_name, actor_role),
    person: personOf(row.subject_id, person_name, person_role),
  }
}

const personOf = (id: number | null, name: string | null, role: string | null): AuditRow['actor'] =>
  id !== null && name !== null ? { id, name, role: toRole(role) } : null
