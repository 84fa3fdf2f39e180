import { sql } from 'kysely'
import type { DriverView, TakeBackStepInput } from '../../../contracts/dispatch.ts'
import { DISPATCH_STATES, type DispatchState } from '../../../contracts/dispatch-states.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { seconds, within } from '../../../platform/moments-sql.ts'
import { countWrongLink } from '../../ground/links/links.ts'
import { IN_WORDS, type Step, TIME_OF } from '../alerts/active-dispatch.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { appendEvent } from '../events/append-event.ts'
import { lastStepAt } from './last-step-at.ts'
import { lockRide } from './lock-ride.ts'
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
  const taken_back = dispatch && (await inTransaction(ctx, (tx) => takeBack(tx.db, dispatch, pressed_ms_ago)))
  if (taken_back) return driverView(ctx, sql`d.id = ${dispatch.id}`)
  await countWrongLink(ctx)
  return null
}

async function takeBack(db: Tx, { id, alert_id }: { id: number; alert_id: number }, ms_ago: number): Promise<boolean> {
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
  if (!found || !isStep(lead.state)) throw new DomainError('CONFLICT', TEXTS.step_too_late)
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
      actor_id: null,
      detail: { vehicle_number: part.vehicle_number, state: `the driver took "${IN_WORDS[step]}" back` },
    })
  }
  return true
}

const isStep = (state: DispatchState): state is Step => state in TIME_OF
