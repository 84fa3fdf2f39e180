import type { DispatchView } from '../../contracts/dispatch.ts'
import type { SignedInCtx, VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { indianTime } from '../../contracts/indian-time.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { lockOpenAlert, takeOrTouch } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { createOnce } from '../records/create-once.ts'
import { createMessage } from '../messages/create-message.ts'
import { active } from '../alerts/active-dispatch.ts'
import { recallAmbulance } from './recall-ambulance.ts'
import { describePlaceShortly } from '../places/describe-place.ts'
import { linkHash, newLinkToken } from '../records/links.ts'
import { type Arrival, readArrival } from './read-arrival.ts'
import { dispatchView } from './read-dispatches.ts'
import { notifyRelativesOfDispatch } from './notify-relatives-of-dispatch.ts'
import { takeAmbulance } from './take-ambulance.ts'

/** After this the driver is asked by phone. */
const DRIVER_SMS_VALID_SECONDS = 10 * 60

interface Order {
  request_id?: string | undefined
  id: number
  ambulance_id?: number | undefined
  outside_provider?: string | undefined
  note?: string | undefined
  instead_of?: number | undefined
}

/**
 * Sends one ambulance, or an outside provider's in words, to one alert: a pending one, or an attended one of the last
 * 24 hours. Claims an unclaimed alert for the sender, and notifies driver and relatives.
 *
 * The first wins; a later order is rejected with 409 and the reason. The same order again from the same person changes
 * nothing. With `instead_of` an ambulance whose driver has not answered is called back in the same step; one that has
 * answered stays. A drill takes no ambulance of ours (CONFLICT).
 */
export async function assignAmbulance({ ctx, input }: VerbArgs<Order>): Promise<DispatchView> {
  // The router is slow: never inside the transaction.
  const arrival = await readArrival(ctx, input)
  const dispatch_id = await createOnce(ctx, 'dispatch', input, (tx, order) => assign(tx, order, arrival))
  return dispatchView(ctx.db, dispatch_id)
}

async function assign(tx: SignedInCtx & { db: Tx }, order: Order, arrival: Arrival): Promise<number> {
  const alert = await lockOpenAlert(tx.db, order.id, 'No ambulance can be sent to it.')
  if (alert.drill && order.ambulance_id !== undefined) throw new DomainError('CONFLICT', TEXTS.drill_ambulance)
  const earlier = await earlierOrder(tx.db, alert.id)
  const same =
    earlier?.assigned_by === tx.actor.id &&
    earlier.ambulance_id === (order.ambulance_id ?? null) &&
    earlier.outside_provider === (order.outside_provider ?? null)
  if (earlier && same) return earlier.id
  const replaces = earlier !== undefined && earlier.id === order.instead_of && earlier.state === 'ASSIGNED'
  if (earlier && !replaces) throw alreadySent(earlier, order.instead_of)
  if (replaces && earlier.ambulance_id !== null && order.ambulance_id !== undefined)
    await lockAmbulances(tx.db, [earlier.ambulance_id, order.ambulance_id])
  const ambulance = order.ambulance_id === undefined ? null : await takeAmbulance(tx.db, order.ambulance_id)
  const called_back = replaces && (await recallAmbulance(tx, alert.id, { cancel_reason: 'The driver did not answer.' }))
  const took = await takeOrTouch(tx, alert)
  const token = newLinkToken()
  const { id: dispatch_id } = await tx.db
    .insertInto('dispatches')
    .values({
      ...arrival,
      alert_id: alert.id,
      ambulance_id: order.ambulance_id ?? null,
      outside_provider: order.outside_provider ?? null,
      note: order.note || null,
      driver_token_hash: ambulance && linkHash(token),
      assigned_by: tx.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (ambulance) {
    await createMessage(tx.db, {
      template: 'driver_dispatch',
      to_phone: ambulance.driver_phone,
      params: {
        vehicle: ambulance.vehicle_number,
        alert_id: alert.id,
        place: describePlaceShortly(alert),
        url: `${tx.config.PUBLIC_URL}/d/${token}`,
        call_back: tx.config.BRAND_PHONE,
      },
      // The link opens the driver page: readable in the SMS only.
      sealed_by: tx.config,
      dedupe_key: `dispatch:${dispatch_id}:driver`,
      valid_seconds: DRIVER_SMS_VALID_SECONDS,
      alert_id: alert.id,
      dispatch_id,
      language: ambulance.driver_language,
      recipient_name: ambulance.driver_name,
      recipient_relation: 'Driver',
    })
  }
  await notifyRelativesOfDispatch(tx, {
    alert,
    dispatch_id,
    ambulance,
    outside_provider: order.outside_provider ?? null,
    eta_minutes: arrival.eta_minutes,
  })
  await writeAudit(tx, { action: 'dispatch.assigned', subject: 'alert', subject_id: alert.id, detail: { dispatch_id } })
  await appendEvent(tx.db, {
    alert_id: alert.id,
    kind: 'dispatched',
    actor_id: tx.actor.id,
    detail: {
      vehicle_number: ambulance?.vehicle_number ?? order.outside_provider,
      ...(took ? { took } : {}),
      ...(called_back ? { called_back } : {}),
    },
  })
  return dispatch_id
}

const earlierOrder = (db: Tx, alert_id: number) =>
  db
    .selectFrom('dispatches as d')
    .leftJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .leftJoin('users as u', 'u.id', 'd.assigned_by')
    .select([
      'd.id',
      'd.state',
      'd.ambulance_id',
      'd.assigned_by',
      'd.assigned_at',
      'd.outside_provider',
      'v.vehicle_number',
      'u.first_name',
    ])
    .where('d.alert_id', '=', alert_id)
    .where(active)
    .executeTakeFirst()

function alreadySent(earlier: NonNullable<Awaited<ReturnType<typeof earlierOrder>>>, instead_of?: number): DomainError {
  const name = earlier.vehicle_number ?? earlier.outside_provider
  const when = indianTime(earlier.assigned_at)
  return new DomainError(
    'CONFLICT',
    earlier.id === instead_of
      ? `${name} has answered meanwhile and comes. Call it off first if another one is to go.`
      : `This alert already has ${name}, sent by ${earlier.first_name} at ${when}.${
          earlier.outside_provider ? ' Call it off first if another one is to go.' : ''
        }`,
  )
}

/** Two ambulances in one transaction: in the order of their numbers, as in an import, so that there is no deadlock. */
const lockAmbulances = (db: Tx, ids: number[]) =>
  db.selectFrom('ambulances').select('id').where('id', 'in', ids).orderBy('vehicle_number').forNoKeyUpdate().execute()
