import { sql } from 'kysely'
import type { HandoverView } from '../../contracts/handover.ts'
import type { Db } from '../../platform/database/database.ts'

const views = (db: Db) =>
  db
    .selectFrom('handovers as h')
    .innerJoin('hospitals as p', 'p.id', 'h.hospital_id')
    .innerJoin('users as u', 'u.id', 'h.created_by')
    .select([
      'h.id',
      'p.id as hospital_id',
      'p.name as hospital',
      'p.phone as hospital_phone',
      'h.channel',
      'h.sent_to',
      'u.first_name as sent_by',
      'h.created_at',
      'h.expires_at',
      // An expired link is closed when the next is sent: its end is its expiry all the same.
      sql<HandoverView['state']>`case when h.revoked_at < h.expires_at then 'REVOKED'
        when h.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`.as('state'),
      sql<number>`(select count(*) from handover_views v where v.handover_id = h.id)`.as('views'),
      sql<Date | null>`(select max(v.at) from handover_views v where v.handover_id = h.id)`.as('last_viewed_at'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number]

const toView = (row: Row): HandoverView => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_viewed_at: row.last_viewed_at?.toISOString() ?? null,
})

/** Everything that was handed to hospitals for an alert, newest first. */
export async function handoversOf(db: Db, alert_id: number): Promise<HandoverView[]> {
  const rows = await views(db).where('h.alert_id', '=', alert_id).orderBy('h.id', 'desc').execute()
  return rows.map(toView)
}

/** One handover that exists. */
export async function findHandoverView(db: Db, id: number): Promise<HandoverView> {
  return toView(await views(db).where('h.id', '=', id).executeTakeFirstOrThrow())
}
