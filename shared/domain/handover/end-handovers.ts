import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/**
 * Revokes the active links of an alert (or one of them) and cancels their unsent messages; a worker checks once more
 * before sending. The caller holds the alert and appends the event. Returns the names of the hospitals.
 */
export async function endHandovers(db: Tx, alert_id: number, only?: number): Promise<string[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    update handovers h set revoked_at = now() from hospitals p
    where p.id = h.hospital_id and h.alert_id = ${alert_id} and h.revoked_at is null and h.expires_at > now()
      and (${only ?? null}::bigint is null or h.id = ${only ?? null})
    returning h.id, p.name`.execute(db)
  if (rows.length === 0) return []
  await db
    .updateTable('messages')
    .set({ state: 'cancelled', last_error: 'The link was revoked first.', params_sealed: null })
    .where(
      'handover_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', '=', 'pending')
    .where('uncertain', '=', false)
    .execute()
  return rows.map(({ name }) => name)
}
