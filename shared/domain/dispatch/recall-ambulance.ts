import { sql } from 'kysely'
import { NOTIFIED_STATES } from '../../contracts/messages.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createMessage } from '../messages/create-message.ts'
import { active } from '../alerts/active-dispatch.ts'
import { wasReached } from '../alerts/reach-conditions.ts'

/** By then the driver has been called by phone. */
const CALL_BACK_VALID_SECONDS = 30 * 60

/**
 * Calls the ambulance of an alert back, if it has one, and makes it available again; the driver's link ends with it. A
 * driver who may know of the order, and has not declined, gets an SMS. An ambulance that other alerts of the accident
 * share goes on for them. The caller holds the alert and appends the event. Returns the vehicle number or the provider
 * that was called back, or null when none (or not the dispatch `only`) is on its way.
 */
export async function recallAmbulance(
  tx: Pick<Ctx, 'config'> & { db: Tx },
  alert_id: number,
  why: { cancel_reason: string; declined?: boolean; only?: number | undefined },
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
    .$if(why.only !== undefined, (query) => query.where('d.id', '=', why.only!))
    .where(active)
    .returning(['d.id', 'd.ambulance_id', 'd.outside_provider', 'd.shares', 'd.driver_token_hash'])
    .returning(
      sql<boolean>`num_nonnulls(accepted_at, en_route_at, at_scene_at, transporting_at, at_hospital_at) > 0`.as(
        'began',
      ),
    )
    .executeTakeFirst()
  if (!ended) return null
  // Another alert of the accident still needs it.
  if (ended.shares !== null || (!why.declined && (await passOn(tx.db, ended)))) return vehicleNumber(tx.db, ended)
  const vehicle_number = await release(tx.db, ended.ambulance_id)
  if (vehicle_number !== null && !why.declined)
    await notifyDriver(tx, { alert_id, dispatch_id: ended.id, vehicle_number, began: ended.began })
  return vehicle_number ?? ended.outside_provider
}

/** Makes the oldest dispatch that shares a ride its lead, with the driver's link, SMS and call. False when none does. */
async function passOn(db: Tx, lead: { id: number; driver_token_hash: Buffer | null }): Promise<boolean> {
  const heir = await db
    .selectFrom('dispatches as d')
    .select(['d.id', 'd.alert_id'])
    .where('d.shares', '=', lead.id)
    .where(active)
    .orderBy('d.id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!heir) return false
  await db.updateTable('dispatches').set({ driver_token_hash: null }).where('id', '=', lead.id).execute()
  await db.updateTable('dispatches').set({ shares: heir.id }).where('shares', '=', lead.id).execute()
  await db
    .updateTable('dispatches')
    .set({ shares: null, driver_token_hash: lead.driver_token_hash })
    .where('id', '=', heir.id)
    .execute()
  await db
    .updateTable('messages')
    .set({ dispatch_id: heir.id, alert_id: heir.alert_id })
    .where('dispatch_id', '=', lead.id)
    .where('template', 'in', ['driver_dispatch', 'driver_dispatch_call'])
    .execute()
  return true
}

async function vehicleNumber(db: Tx, { ambulance_id }: { ambulance_id: number | null }): Promise<string> {
  const { vehicle_number } = await db
    .selectFrom('ambulances')
    .select('vehicle_number')
    .where('id', '=', ambulance_id!)
    .executeTakeFirstOrThrow()
  return vehicle_number
}

/**
 * Calls back a driver who may know of the order: a step was taken, the SMS or the call may have gone out, or an operator
 * reached them by phone. Else SMS and call are cancelled and nothing is needed. Names the alert that the order named.
 */
async function notifyDriver(
  { db, config }: Pick<Ctx, 'config'> & { db: Tx },
  ended: { alert_id: number; dispatch_id: number; vehicle_number: string; began: boolean },
): Promise<void> {
  const { alert_id, dispatch_id, vehicle_number } = ended
  const asked = await db
    .selectFrom('messages as m')
    .select(['to_phone', 'recipient_name', 'language'])
    .select(sql<number>`coalesce((params->>'alert_id')::bigint, alert_id)`.as('named'))
    .where('dispatch_id', '=', dispatch_id)
    .where('template', 'in', ['driver_dispatch', 'driver_dispatch_call'])
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sending', 'sent', 'ringing', 'answered', ...NOTIFIED_STATES]),
        eb('uncertain', '=', true),
        eb.val(ended.began),
        wasReached,
      ]),
    )
    .$narrowType<{ language: Language }>()
    .executeTakeFirst()
  if (!asked?.to_phone) return
  await createMessage(db, {
    template: 'driver_called_back',
    to_phone: asked.to_phone,
    params: { vehicle: vehicle_number, alert_id: asked.named, call_back: config.BRAND_PHONE },
    dedupe_key: `dispatch:${dispatch_id}:called_back`,
    valid_seconds: CALL_BACK_VALID_SECONDS,
    alert_id,
    language: asked.language,
    recipient_name: asked.recipient_name,
    recipient_relation: 'Driver',
  })
}

/** Makes an ambulance available again; one that was taken off duty in between stays off. Returns its number. */
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
