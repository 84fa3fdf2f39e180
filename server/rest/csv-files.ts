import { once } from 'node:events'
import type { Readable } from 'node:stream'
import express, { type Response, type Router } from 'express'
import { permit } from '../trpc/procedures.ts'
import { type ProcessCtx, requestContext } from '../context/request-context.ts'
import { CSV_ROUTES } from './csv-routes.ts'

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff'

/** The CSV files of the lists. They stand in front of paths with a parameter, which would take `download` for an id. */
export function csvFiles(base: ProcessCtx): Router {
  const router = express.Router()
  for (const { path, permission, file_name, open } of CSV_ROUTES) {
    router.get(path, async (request, response) => {
      const ctx = permit(await requestContext(base, request), permission)
      // A filter without a value is one that was left out.
      const given = Object.entries(request.query).filter(([, value]) => value !== '')
      const rows = await open(ctx, Object.fromEntries(given))
      try {
        await send(rows, response, file_name)
      } catch (error) {
        if (response.destroyed) return // the caller has left
        if (!response.headersSent) throw error
        base.log.warn({ error, path }, 'export ended early')
        // Half a file must not look like a whole one.
        response.destroy()
      }
    })
  }
  return router
}

async function send(rows: Readable, response: Response, file_name: string): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
    rows.destroy()
  })
  for await (const chunk of rows) {
    // Only now is it sure that there is something to send; until here a failure can still be a proper answer.
    if (!response.headersSent) begin(response, file_name)
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal })
  }
  response.end()
}

function begin(response: Response, file_name: string): void {
  response.set({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file_name}"`,
    // Compressing on the way costs more time than most networks win back.
    'cache-control': 'no-store, no-transform',
  })
  response.write(BYTE_ORDER_MARK)
}
