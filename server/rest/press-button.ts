import { normaliseCode } from '@tvarit/shared/contracts/codes'
import { addDetails } from '@tvarit/shared/domain/scan/add-details'
import { raiseAlert, type RaisedAlert } from '@tvarit/shared/domain/alerts/raise-alert'
import type { RaiseAlertInput } from '@tvarit/shared/contracts/scan'
import type { RequestHandler } from 'express'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { PressFailure } from '../context/metrics.ts'
import { isDatabaseAway, toOutside } from '../trpc/error-map.ts'
import type { Ctx } from '@tvarit/shared/platform/context'
import { networkOf } from '@tvarit/shared/platform/network-of'
import { type ProcessCtx, publicContext } from '../context/request-context.ts'
import { RowQueues } from './row-queues.ts'

type Button = (
  base: ProcessCtx,
  request: IncomingMessage & { ip?: string },
  readInput: () => RaiseAlertInput & { token: string },
) => Promise<RaisedAlert | null>

/** How long a report waits for a database that is away, e.g. while it is started again. */
const DATABASE_WAIT_MS = 8_000

/** Those of this process; between processes the row lock serialises. */
const queues = new RowQueues()

/** In front of the body: a flood on one sticker is rejected before it is read. */
export const limitFlood =
  (base: ProcessCtx): RequestHandler<{ token: string }> =>
  async (request, _response, next) => {
    try {
      await queues.throwIfFull(normaliseCode(request.params.token), networkOf(request.ip ?? ''))
    } catch (error) {
      base.metrics.press_failed('unavailable')
      throw error
    }
    next()
  }

/** Raises the alert of a report and counts how long that took, or why it failed. Null without such a sticker. */
export const pressButton: Button = async (base, request, readInput) => {
  const began = performance.now()
  try {
    const input = readInput()
    const [sticker, network] = [normaliseCode(input.token), networkOf(request.ip ?? '')]
    const ctx = publicContext(base, request)
    // Marked, not rejected. Old browsers do not say.
    const another_site = request.headers['sec-fetch-site'] === 'cross-site'
    const raised = await onceDatabaseIsBack(() =>
      queues.run(sticker, network, async () => {
        const pressed = await raiseAlert({ ctx, input: { ...input, another_site } })
        if (pressed?.outcome === 'repeated') await addWhatIsNew(ctx, input, pressed.status_token)
        return pressed
      }),
    )
    if (!raised) {
      base.metrics.press_failed('unknown_sticker')
      return null
    }
    const outcome = raised.outcome === 'raised' ? 'raised' : 'joined'
    base.metrics.press_committed(outcome, (performance.now() - began) / 1000)
    return raised
  } catch (error) {
    base.metrics.press_failed(reasonOf(toOutside(error).status))
    throw error
  }
}

/** The answer was lost on its way: the repeat may carry what was found or typed meanwhile. It never fails for that. */
async function addWhatIsNew(ctx: Ctx, input: RaiseAlertInput, status_token: string): Promise<void> {
  if (input.latitude == null && !input.landmark && !input.first_respondent_phone) return
  await addDetails({ ctx, input: { ...input, status_token } }).catch((fault: unknown) =>
    ctx.log.warn({ fault }, 'The details of a repeated press were not added'),
  )
}

/** Tries again while the database cannot be reached; `scan_id` makes a second try harmless. */
async function onceDatabaseIsBack<Result>(raise: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + DATABASE_WAIT_MS
  for (;;) {
    try {
      return await raise()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error
      await wait(200)
    }
  }
}

const reasonOf = (status: number): PressFailure =>
  status === 503 ? 'unavailable' : status >= 500 ? 'fault' : 'bad_input'
