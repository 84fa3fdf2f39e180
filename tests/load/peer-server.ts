import { EventEmitter, on } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createPool } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { initTRPC, tracked } from '@trpc/server'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import express from 'express'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { SAMPLE_EVENT, type SampleEvent } from '../harness/sample-card.ts'
import { answerParent } from './child.ts'

/**
 * What ours is compared with. `floor`: the least that could be called the same. Bare Express, one INSERT that also notifies
 * with the whole event, no transaction, no limits, no idempotency; each process listens and loops `ws.send`. It loses
 * alerts, ours must not. `stock`: as tRPC's documentation shows it. `applyWSSHandler`, an async generator over
 * `on(emitter)`, `tracked()` with the row's bigserial id, what was missed read by `id > lastEventId`.
 */
const arm = process.env.ARM as 'floor' | 'stock'
const url = process.env.DATABASE_URL!
const HOLD_MS = Number(process.env.HOLD_MS ?? 0)
const pool = createPool({ url, max: arm === 'floor' ? 6 : 15, name: arm, log: createLog(arm, 'fatal') })
const eventOf = (id: number) => SAMPLE_EVENT.replaceAll('$id', String(id))

const INSERT = {
  floor: 'insert into floor_alerts (body) values ($1)',
  stock: `insert into stock_alerts (scan_id, event) values (($1::jsonb ->> 'scan_id')::uuid, $2)`,
}

async function raise(body: unknown): Promise<number> {
  const added = await pool.query<{ id: number }>(
    `with added as (${INSERT[arm]} returning id)
     select id, pg_notify('${arm}', replace($2, '$id', id::text)) from added`,
    [body, SAMPLE_EVENT],
  )
  return added.rows[0]!.id
}

/** The stock way in transactions that hold up to HOLD_MS between INSERT and COMMIT, as real ones sometimes do. */
async function raiseHeld(scan_id: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const row = await client.query<{ id: number; is_new: boolean }>(
      `insert into stock_alerts (scan_id, event) values ($1, $2)
       on conflict (scan_id) do update set scan_id = excluded.scan_id returning id, xmax = 0 as is_new`,
      [scan_id, SAMPLE_EVENT],
    )
    const { id, is_new } = row.rows[0]!
    await wait(Math.random() * HOLD_MS)
    if (is_new) await client.query(`select pg_notify('stock', $1)`, [eventOf(id)])
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
  const body = request.body as { scan_id: string }
  const id = await (HOLD_MS > 0 ? raiseHeld(body.scan_id) : raise(body))
  response.status(201).json({ id, status: 'PENDING', status_url: '/a/1234567890ABCDEF' })
})
const server = http.createServer(app)
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.on('error', () => socket.terminate()))
const onAlert = arm === 'floor' ? serveFloor() : serveStock()

function serveFloor(): (event: string) => void {
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      if ((data as Buffer).includes('subscription')) socket.send('{"id":1,"result":{"type":"started"}}')
    })
  })
  return (event) => {
    const text = `{"id":1,"result":{"type":"data","id":"1","data":{"id":"1","data":${event}}}}`
    for (const socket of sockets.clients) if (socket.readyState === socket.OPEN) socket.send(text)
  }
}

function serveStock(): (event: string) => void {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const t = initTRPC.create()
  const input = z.object({ lastEventId: z.string().nullish() }).optional()
  const live = t.procedure.input(input).subscription(async function* ({ input, signal }) {
    const alerts = on(emitter, 'alert', { signal: signal! })
    if (input?.lastEventId) {
      const missed = 'select id from stock_alerts where id > $1 order by id'
      const { rows } = await pool.query<{ id: number }>(missed, [input.lastEventId])
      for (const { id } of rows) yield tracked(String(id), JSON.parse(eventOf(id)) as SampleEvent)
    }
    for await (const [event] of alerts as AsyncIterable<[SampleEvent]>) yield tracked(String(event.alert.id), event)
  })
  applyWSSHandler({ wss: sockets, router: t.router({ alerts: t.router({ live }) }) })
  return (event) => emitter.emit('alert', JSON.parse(event))
}

/** LISTEN comes back 200 ms after it was lost; nobody looks for what was notified meanwhile. */
async function listen(): Promise<void> {
  const listener = new pg.Client({ connectionString: url, application_name: `${arm}-live` })
  const ended = new Promise<void>((resolve) => {
    listener.on('error', () => resolve())
    listener.on('end', () => resolve())
  })
  listener.on('notification', ({ payload }) => onAlert(payload!))
  await listener.connect()
  await listener.query(`listen ${arm}`)
  void ended.then(again)
}
async function again(): Promise<void> {
  await wait(200)
  await listen().catch(again)
}
await listen()
server.listen(Number(process.env.PORT), '127.0.0.1', () => answerParent())
