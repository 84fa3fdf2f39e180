import http from 'node:http'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { createPool } from '@tvarit/shared/platform/database'
import { createLog } from '@tvarit/shared/platform/log'
import express from 'express'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { SECRET_KEY } from './bench-database.ts'
import { SAMPLE_EVENT } from './sample-card.ts'
import { USE_CODE } from './use-code.ts'

/**
 * The floor: the least that could be called the same. Bare Express, one INSERT that also notifies with the whole event,
 * no transaction, no limits, no idempotency; each process listens and loops `ws.send`. It loses alerts, ours must not.
 */
const KEYS = { SECRET_KEY, SECRET_KEYS_BEFORE: [] }
const url = process.env.DATABASE_URL!
const pool = createPool({ url, max: 6, name: 'floor', log: createLog('floor', 'warn') })

const app = express()
app.use(express.json())
app.post('/api/scan/:token/alerts', async (request, response) => {
  const added = await pool.query<{ id: number }>(
    `with added as (insert into floor_alerts (body) values ($1) returning id)
     select id, pg_notify('floor', replace($2, '$id', id::text)) from added`,
    [request.body, SAMPLE_EVENT],
  )
  response.status(201).json({ id: added.rows[0]!.id, status: 'PENDING', status_url: '/a/1234567890ABCDEF' })
})

/** The least that could be called using a code up: the statement alone, without a session. */
app.post('/api/users/login/otp-verify', async (request, response) => {
  const { phone_number, otp } = request.body as { phone_number: string; otp: string }
  const used = await pool.query(USE_CODE, [phone_number, otpHash(KEYS, 'login', phone_number, otp)])
  response.status(used.rowCount === 1 ? 200 : 400).json({})
})

const server = http.createServer(app)
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    if ((data as Buffer).includes('subscription')) socket.send('{"id":1,"result":{"type":"started"}}')
  })
})

const listener = new pg.Client({ connectionString: url })
await listener.connect()
listener.on('notification', ({ payload }) => {
  const text = `{"id":1,"result":{"type":"data","id":"1","data":{"id":"1","data":${payload}}}}`
  for (const socket of sockets.clients) if (socket.readyState === socket.OPEN) socket.send(text)
})
await listener.query('listen floor')
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send!('ready'))
