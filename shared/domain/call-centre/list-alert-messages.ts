import type { AlertMessage } from '../../contracts/alerts.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Db } from '../../platform/database/database.ts'

/** Every message of an alert with its state, oldest first. */
export async function listAlertMessages(db: Db, alert_id: number): Promise<AlertMessage[]> {
  const rows = await db
    .selectFrom('messages as m')
    .leftJoin('handovers as h', 'h.id', 'm.handover_id')
    .selectAll('m')
    .select('h.hospital_id')
    .where('m.alert_id', '=', alert_id)
    .$narrowType<{ channel: PhoneChannel | 'email' }>()
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    template: row.template,
    recipient_name: row.recipient_name,
    recipient_relation: row.recipient_relation,
    to_phone: row.to_phone,
    to_email: row.to_email,
    hospital_id: row.hospital_id,
    handover_id: row.handover_id,
    state: row.state,
    attempts: row.attempts,
    uncertain: row.uncertain,
    provider: row.provider,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
  }))
}
