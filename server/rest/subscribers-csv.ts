import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { subscriberExportInput } from '@tvarit/shared/contracts/subscribers'
import { exportSubscribers } from '@tvarit/shared/domain/subscribers/profile/export-subscribers'
import express, { type Response, type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff'
/** A reader who takes nothing for this long has gone, or might as well have. */
const STALLED_MS = 30_000

/** The subscribers of a period as a CSV file. */
export function subscribersCsv(base: ProcessCtx): Router {
  const router = express.Router()
  router.get('/api/users/subscribers/download', async (request, response) => {
    const ctx = permit(await requestContext(base, request), 'subscribers.export')
    const rows = await exportSubscribers({ ctx, input: subscriberExportInput.parse(request.query) })
    try {
      await send(rows, response)
    } catch (error) {
      if (response.destroyed) return // whoever asked has left
      if (!response.headersSent) throw error
      base.log.warn({ error }, 'subscribers export ended early')
      // Half a file must not look like a whole one.
      response.destroy()
    }
  })
  return router
}

async function send(rows: Readable, response: Response): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
    rows.destroy()
  })
  for await (const chunk of rows) {
    // Only now is it sure that there is something to send; until here a failure can still be told properly.
    if (!response.headersSent) begin(response)
    if (!response.write(chunk)) {
      await once(response, 'drain', { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(STALLED_MS)]) })
    }
  }
  response.end()
}

function begin(response: Response): void {
  response.set({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="subscribers.csv"',
    // Compressing on the way costs more time than most networks win back.
    'cache-control': 'no-store, no-transform',
  })
  response.write(BYTE_ORDER_MARK)
}
