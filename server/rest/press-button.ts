import { raiseAlert, type RaisedAlert } from '@tvarit/shared/domain/alerts/raise-alert'
import type { RaiseAlertInput } from '@tvarit/shared/contracts/scan'
import type { IncomingMessage } from 'node:http'
import type { PressFailure } from '../metrics.ts'
import { toOutside } from '../trpc/error-map.ts'
import { type ProcessCtx, publicContext } from '../trpc/request-context.ts'

type Button = (
  base: ProcessCtx,
  request: IncomingMessage & { ip?: string },
  readInput: () => RaiseAlertInput & { token: string },
) => Promise<RaisedAlert | null>

/** Raises the alert of a press and counts how long that took, or why it failed. Null: no such sticker. */
export const pressButton: Button = async (base, request, readInput) => {
  const began = performance.now()
  try {
    const raised = await raiseAlert({ ctx: publicContext(base, request), input: readInput() })
    if (raised) base.metrics.press_committed(raised.joined ? 'joined' : 'raised', (performance.now() - began) / 1000)
    else base.metrics.press_failed('unknown_sticker')
    return raised
  } catch (error) {
    base.metrics.press_failed(reasonOf(toOutside(error).status))
    throw error
  }
}

const reasonOf = (status: number): PressFailure =>
  status === 503 ? 'unavailable' : status >= 500 ? 'fault' : 'bad_input'
