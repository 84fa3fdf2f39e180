import { sql } from 'kysely'
import type { DispatchView, DriverStepInput, DriverView, TakeBackStepInput } from '../../contracts/dispatch.ts'
import { DISPATCH_STATES, type DispatchState } from '../../contracts/dispatch-states.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { seconds, within } from '../../platform/database/moments-sql.ts'
import { countWrongLink } from '../records/links.ts'
import { IN_WORDS, type Step, TIME_OF } from '../alerts/active-dispatch.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { lastStepAt } from './last-step-at.ts'
import { lockRide } from './lock-ride.ts'
import { dispatchView, notOnItsWay } from './read-dispatches.ts'
import { driverView, findDriverDispatch } from './read-driver-view.ts'

/**
 * Takes back the last step of a driver page, for all alerts of the ride, within eight seconds of it; the timeline says so.
 * CONFLICT later, or without a step. Null for a link that is not valid, as after the last step.
 */
export async function takeBackStep({
  ctx,
  input: { token, pressed_ms_ago = 0 },
}: VerbArgs<TakeBackStepInput & { token: string }, Ctx>): Promise<DriverView | null> {
  const dispatch = await findDriverDispatch(ctx.db, token)
  const taken_back =
    dispatch && (await inTransaction(ctx, (tx) => takeBack(tx.db, dispatch, { ms_ago: pressed_ms_ago })))
  if (taken_back) return driverView(ctx, sql`d.id = ${dispatch.id}`)
  await countWrongLink(ctx)
  return null
}

/**
 * The same for a step that an operator noted. CONFLICT when the ambulance has made another step since, or is on its way no
 * more.
 */
export async function takeBackNotedStep({
  ctx,
  input: { id: alert_id, dispatch_id, step },
}: VerbArgs<{ id: number; dispatch_id: number; step: DriverStepInput['step'] }>): Promise<DispatchView> {
  const meant = { id: dispatch_id, alert_id }
  const taken_back = await inTransaction(ctx, (tx) => takeBack(tx.db, meant, { step, by: ctx.actor }))
  if (!taken_back) throw await notOnItsWay(ctx.db, alert_id, dispatch_id)
  return dispatchView(ctx.db, dispatch_id)
}

interface TakenBack {
  /** How long ago it was pressed; an operator's press comes at once. */
  ms_ago?: number
  /** The only step it may be. */
  step?: DriverStepInput['step']
  by?: { id: number; first_name: string }
}

async function takeBack(
  db: Tx,
  { id, alert_id }: { id: number; alert_id: number },
  { ms_ago = 0, step: only, by }: TakenBack,
): Promise<boolean> {
  const ride = await lockRide(db, alert_id)
  const lead = ride.find((part) => part.id === id)
  if (!lead) return false
  const recent = within(lastStepAt, seconds(LIMITS.step_take_back_seconds + ms_ago / 1000))
  const found = await db
    .selectFrom('dispatches as d')
    .select(Object.values(TIME_OF))
    .where('id', '=', id)
    .where(recent)
    .executeTakeFirst()
  if (!found || !isStep(lead.state) || (only && lead.state !== only))
    throw new DomainError('CONFLICT', TEXTS.step_too_late)
  const step = lead.state
  const before = DISPATCH_STATES.slice(0, DISPATCH_STATES.indexOf(step)).findLast(
    (state) => isStep(state) && found[TIME_OF[state]] !== null,
  )
  for (const part of ride) {
    await db
      .updateTable('dispatches')
      .set({ state: before ?? 'ASSIGNED', [TIME_OF[step]]: null })
      .where('id', '=', part.id)
      .execute()
    await touchAlert(db, part.alert_id)
    await appendEvent(db, {
      alert_id: part.alert_id,
      kind: 'dispatch_state',
      actor_id: by?.id ?? null,
      detail: {
        vehicle_number: part.vehicle_number ?? part.outside_provider,
        state: `${by?.first_name ?? 'the driver'} took "${IN_WORDS[step]}" back`,
      },
    })
  }
  return true
}

const isStep = (state: DispatchState): state is Step => state in TIME_OF
