import { EventEmitter, on } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createPool } from '@tvarit/shared/platform/database'
import { createLog } from '@tvarit/shared/platform/log'
import { initTRPC, tracked } from '@trpc/server'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import express from 'express'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { SAMPLE_EVENT, type SampleEvent } from './sample-card.ts'

/**
 * The stock way, as tRPC's documentation shows it: `applyWSSHandler`, an async generator over `on(emitter)`, `tracked()`
 * with the row's bigserial id, what was missed read by `id > lastEventId`, and the event itself in the notification.
 * HOLD_MS: transactions hold up to this long between INSERT and COMMIT, as real ones sometimes do.
 */
const url = process.env.DATABASE_URL!
const holdMs = Number(process.env.HOLD_MS ?? 0)
const pool = createPool({ url, max: 15, name: 'stock', log: createLog('stock', 'fatal') })
const emitter = new EventEmitter()
emitter.setMaxListeners(0)

const t = initTRPC.create()
const router = t.router({
  alerts: t.router({
    live: t.procedure.input(z.object({ lastEventId: z.string().nullish() }).optional()).subscription(async function* ({
      input,
      signal,
    }) {
      const live = on(emitter, 'alert', { signal: signal! })
      if (input?.lastEventId) {
        const missed = await pool.query<{ id: number; event: string }>(
          'select id, event from stock_alerts where id > $1 order by id',
          [input.lastEventId],
        )
        for (const row of missed.rows) yield tracked(String(row.id), eventOf(row.event, row.id))
      }
      for await (const [event] of live as AsyncIterable<[SampleEvent]>) yield tracked(String(event.alert.id), event)
    }),
  }),
})

const eventOf = (event: string, id: number) => JSON.parse(event.replaceAll('$id', String(id))) as SampleEvent

const INSERT = `insert into stock_alerts (scan_id, event) values ($1, $2)
  on conflict (scan_id) do update set scan_id = excluded.scan_id returning id, xmax = 0 as is_new`

async function raise(scan_id: string): Promise<number> {
  if (holdMs === 0) {
    const added = await pool.query<{ id: number }>(
      `with added as (${INSERT}) select id, pg_notify('stock', replace($2, '$id', id::text)) from added`,
      [scan_id, SAMPLE_EVENT],
    )
    return added.rows[0]!.id
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    const row = await client.query<{ id: number; is_new: boolean }>(INSERT, [scan_id, SAMPLE_EVENT])
    const { id, is_new } = row.rows[0]!
    await wait(Math.random() * holdMs)
    if (is_new) await client.query(`select pg_notify('stock', $1)`, [SAMPLE_EVENT.replaceAll('$id', String(id))])
    await client.query('commit')
    client.release()
    return id
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const app = express()
app.use(express.json())
app.post('/api/scan/:token/alerts', async (request, response) => {
  const id = await raise((request.body as { scan_id: string }).scan_id)
  response.status(201).json({ id, status: 'PENDING', status_url: '/a/1234567890ABCDEF' })
})
const server = http.createServer(app)
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.on('error', () => {}))
applyWSSHandler({ wss: sockets, router })

/** LISTEN comes back 200 ms after it was lost; nobody looks for what was notified meanwhile. */
async function listen(): Promise<void> {
  const listener = new pg.Client({ connectionString: url, application_name: 'stock-live' })
  const ended = new Promise<void>((resolve) => {
    listener.on('error', () => resolve())
    listener.on('end', () => resolve())
  })
  listener.on('notification', ({ payload }) => emitter.emit('alert', JSON.parse(payload!)))
  await listener.connect()
  await listener.query('listen stock')
  void ended.then(again)
}
async function again(): Promise<void> {
  await wait(200)
  await listen().catch(again)
}
await listen()
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send!('ready'))
