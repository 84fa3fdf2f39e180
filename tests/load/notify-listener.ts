import pg from 'pg'
import { nowMs } from './statistics.ts'

/** Another process that does nothing but LISTEN: notes when each notification of the channel `bare` arrives. */
const listener = new pg.Client({ connectionString: process.env.DATABASE_URL! })
let arrived: [id: number, at_ms: number][] = []
listener.on('notification', ({ payload }) => arrived.push([Number(payload), nowMs()]))
await listener.connect()
await listener.query('listen bare')
process.on('message', () => {
  process.send!({ name: 'take', value: arrived })
  arrived = []
})
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
process.send!('ready')
