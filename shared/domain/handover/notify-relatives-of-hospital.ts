import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createMessage } from '../messages/create-message.ts'
import { addressOf, relativesOf } from '../subscribers/contacts/relatives-of.ts'

/** After this the relatives are there, or were called. */
const VALID_SECONDS = 6 * 3600

interface NotifiedHospital {
  alert_id: number
  user_id: number
  handover_id: number
  hospital: { id: number; name: string; phone: string }
}

/**
 * Notifies the relatives of the hospital, in the transaction that sends the link. One whose newest message about a
 * hospital names this one already gets none.
 */
export async function notifyRelativesOfHospital(tx: Ctx & { db: Tx }, notified: NotifiedHospital): Promise<void> {
  const { alert_id, handover_id, hospital } = notified
  const { name, relatives } = await relativesOf(tx.db, notified.user_id)
  const newest = await tx.db
    .selectFrom('messages as m')
    .innerJoin('handovers as h', 'h.id', 'm.handover_id')
    .distinctOn('m.to_phone')
    .select(['m.to_phone', 'h.hospital_id'])
    .where('m.alert_id', '=', alert_id)
    .where('m.template', '=', 'relative_hospital')
    .where('m.state', '<>', 'cancelled')
    .orderBy('m.to_phone')
    .orderBy('h.id', 'desc')
    .execute()
  const hospitalOf = new Map(newest.map(({ to_phone, hospital_id }) => [to_phone, hospital_id]))
  for (const relative of relatives.filter(({ phone }) => hospitalOf.get(phone) !== hospital.id)) {
    await createMessage(tx.db, {
      ...addressOf(relative),
      template: 'relative_hospital',
      params: { name, hospital: hospital.name, hospital_phone: hospital.phone },
      dedupe_key: `handover:${handover_id}:relative:${relative.phone}`,
      valid_seconds: VALID_SECONDS,
      alert_id,
      handover_id,
    })
  }
}
