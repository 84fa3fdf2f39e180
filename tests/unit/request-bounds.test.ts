import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestBounds } from '@tvarit/server/rest/request-bounds'
import { KeyedQueue } from '@tvarit/shared/platform/queues/keyed-queue'
import express, { type RequestHandler } from 'express'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../harness/until.ts'

/** Every request stays until `release` is called. */
const held: { path: string; ip: string; release(): void }[] = []
function serve(bounds: RequestHandler): http.Server {
  const app = express().set('trust proxy', 1)
  app.use(bounds, ({ path, ip = '' }, response) => {
    held.push({ path, ip, release: () => response.end() })
  })
  return http.createServer(app)
}
const server = serve(requestBounds())
const hasty = serve(requestBounds({ slow_ms: 100 }))
beforeAll(() => Promise.all([server, hasty].map((each) => once(each.listen(0, '127.0.0.1'), 'listening'))))
afterAll(() => {
  for (const each of [server, hasty]) {
    each.closeAllConnections()
    each.close()
  }
})

const agent = new http.Agent({ maxSockets: Infinity })
const send = async (ip: string, path: string, method = 'GET', to = server) => {
  const { port } = to.address() as AddressInfo
  const request = http.request({ port, path, method, agent, headers: { 'x-forwarded-for': ip } }).end()
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  return answer.statusCode
}
const of = (ip: string) => held.filter((each) => each.ip === ip)

test('twenty requests of a network are worked on, and the others in their order as those end', async () => {
  const first = '192.0.2.1'
  const flood = Array.from({ length: 100 }, (_, n) => send(first, `/api/none/${n}`))
  await until('twenty are worked on', () => of(first).length === 20)
  const press = send(first, '/api/scan/TOKEN/alerts/', 'POST')
  const page = send(first, '/a/TOKEN')
  const other = send('192.0.2.2', '/api/none')
  await until('press, status page and another network are not held up', () => held.length === 23)
  expect(of(first)).toHaveLength(22)
  while (held.length > 0) {
    for (const { release } of held.splice(0)) release()
    await Promise.race([...flood, press, page, other, new Promise((resolve) => setImmediate(resolve))])
  }
  const done = Promise.all([...flood, press, page, other])
  const releasing = setInterval(() => held.splice(0).forEach(({ release }) => release()), 5)
  onTestFinished(() => clearInterval(releasing))
  expect(new Set(await done)).toEqual(new Set([200]))
})

test('a request that takes long gives up its place, so that slow readers keep no neighbour out', async () => {
  const slow = '192.0.2.3'
  const flood = Array.from({ length: 21 }, () => send(slow, '/api/none', 'GET', hasty))
  await until('all are worked on although none has ended', () => of(slow).length === 21)
  for (const { release } of held.splice(0)) release()
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
})

const tooMany = () => new Error('too many')

test('the keys of a queue take turns, however much one of them has waiting', async () => {
  const bounds = { running: 1, running_of_key: 1, waiting: 100, waiting_of_key: 100, wait_ms: 60_000, busy: tooMany }
  const queue = new KeyedQueue(bounds)
  const order: string[] = []
  const note = (key: string) => queue.run(key, async () => void order.push(key))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(note))
  expect(order.lastIndexOf('a')).toBe(5)
  expect(order.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'c'])
  expect(queue.idle).toBe(true)
})

test('a queue that begins one a turn lets the event loop come between two of them', async () => {
  const bounds = { running: 9, running_of_key: 9, waiting: 9, waiting_of_key: 9, wait_ms: 60_000, busy: tooMany }
  const queue = new KeyedQueue({ ...bounds, one_a_turn: true })
  let turn = 0
  const count = () => void (turn++, (counting = setImmediate(count)))
  let counting = setImmediate(count)
  onTestFinished(() => clearImmediate(counting))
  const turns = await Promise.all([1, 2, 3].map(() => queue.run('a', () => Promise.resolve(turn))))
  expect(new Set(turns).size).toBe(3)
})

test('beyond what may wait a request is rejected after a moment, and one without a turn in time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bounds = { running: 1, running_of_key: 1, waiting: 9, waiting_of_key: 1, wait_ms: 60_000, busy: tooMany }
  const queue = new KeyedQueue(bounds)
  const leave = await queue.enter('a')
  const answers = [1, 2].map(() => queue.enter('a').catch((error: Error) => error.message))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await answers[1]).toBe('too many')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answers[0]).toBe('too many')
  leave()
  expect(queue.idle).toBe(true)
})
