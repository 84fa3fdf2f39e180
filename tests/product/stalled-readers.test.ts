import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { endStalled } from '@tvarit/server/rest/end-stalled'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../harness/downloads.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const LARGE = Buffer.alloc(20_000_000, 7)

const app = express().use(endStalled({ after_ms: 1_000 }))
app.get('/large', (_request, response) => void response.end(LARGE))
app.post('/body', (request, response) => void request.resume().on('end', () => response.end('read')))
const server = http.createServer(app)
const open = () => new Promise<number>((resolve) => void server.getConnections((_error, count) => resolve(count)))
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a hundred readers who take nothing of their answers are let go', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(`${address()}/large`)))
  await until('none is left', async () => (await open()) === 0)
  for (const answer of answers) answer.destroy()
})

test('a reader who is slow but moves gets the whole answer', async () => {
  const answer = await ask(`${address()}/large`)
  answer.on('data', () => {
    answer.pause()
    setTimeout(() => answer.resume(), 8)
  })
  expect((await buffer(answer)).length).toBe(LARGE.length)
})

test('a body that comes slowly is read to its end', async () => {
  const request = http.request(`${address()}/body`, { method: 'POST' })
  request.write('first')
  await wait(1_500)
  request.end()
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  expect((await buffer(answer)).toString()).toBe('read')
})

test('every answer of the server has such an end, at most a minute after its reader has stopped', async () => {
  const timeouts: number[] = []
  const note = (message: unknown) => {
    const { socket } = message as { socket: { timeout: number; localPort: number } }
    // Not those of other servers in this process.
    if (String(socket.localPort) === new URL(world.url).port) timeouts.push(socket.timeout)
  }
  subscribe('http.server.response.finish', note)
  for (const path of ['/api/docs/', '/s/practice', '/trpc/none', '/none']) await fetch(`${world.url}${path}`)
  // A reader may have an answer before the server notes its end.
  await until('the server has noted all four', () => timeouts.length === 4)
  unsubscribe('http.server.response.finish', note)
  expect(timeouts.map((ms) => ms > 0 && 2 * ms <= 60_000)).toEqual([true, true, true, true])
})
