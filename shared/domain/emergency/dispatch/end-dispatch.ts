import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { active } from '../alerts/active-dispatch.ts'

/** A driver who reads it later has long been told by phone. */
const CALL_BACK_VALID_SECONDS = 30 * 60

/**
 * Calls the ambulance of an alert back, if it has one, and makes it available again; the driver's link is dead with it.
 * A driver who got the SMS, and has not declined, gets another. The caller holds the alert and appends the event. Returns
 * the name of what was called back, or null.
 */
export async function callBack(
  tx: Pick<Ctx, 'config'> & { db: Tx },
  alert_id: number,
  why: { cancel_reason: string; declined?: boolean },
): Promise<string | null> {
  const ended = await tx.db
    .updateTable('dispatches as d')
    .set({
      state: 'CANCELLED',
      cancelled_at: sql`now()`,
      cancel_reason: why.cancel_reason,
      declined: why.declined ?? false,
    })
    .where('d.alert_id', '=', alert_id)
    .where(active)
    .returning(['d.id', 'd.ambulance_id', 'd.outside_provider'])
    .executeTakeFirst()
  if (!ended) return null
  const vehicle_number = await release(tx.db, ended.ambulance_id)
  if (vehicle_number !== null && !why.declined)
    await notifyDriver(tx, { alert_id, dispatch_id: ended.id, vehicle_number })
  return vehicle_number ?? ended.outside_provider
}

/** Whoever never got the first SMS need not be called back: it is cancelled instead of sent. */
async function notifyDriver(
  { db, config }: Pick<Ctx, 'config'> & { db: Tx },
  { alert_id, dispatch_id, vehicle_number }: { alert_id: number; dispatch_id: number; vehicle_number: string },
): Promise<void> {
  const asked = await db
    .selectFrom('messages')
    .select(['to_phone', 'recipient_name'])
    .where('dispatch_id', '=', dispatch_id)
    .where('template', '=', 'driver_dispatch')
    .where((eb) => eb.or([eb('state', 'in', ['sending', 'sent', 'delivered']), eb('uncertain', '=', true)]))
    .executeTakeFirst()
  if (!asked?.to_phone) return
  await createMessage(db, {
    template: 'driver_called_back',
    to_phone: asked.to_phone,
    params: { vehicle: vehicle_number, alert_id, call_back: config.BRAND_PHONE },
    dedupe_key: `dispatch:${dispatch_id}:called_back`,
    valid_seconds: CALL_BACK_VALID_SECONDS,
    alert_id,
    recipient_name: asked.recipient_name,
    recipient_relation: 'Driver',
  })
}

/** An ambulance is free again; one that was taken off duty in between stays off. Returns its number. */
export async function release(db: Tx, ambulance_id: number | null): Promise<string | null> {
  if (ambulance_id === null) return null
  const { vehicle_number } = await db
    .updateTable('ambulances')
    .set({ status: sql`case when status = 'BUSY' then 'AVAILABLE' else status end` })
    .where('id', '=', ambulance_id)
    .returning('vehicle_number')
    .executeTakeFirstOrThrow()
  return vehicle_number
}
