import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type NameServer, type ReverseProxy, startNameServer, startReverseProxy } from '../harness/reverse-proxy.ts'
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false, settings: { TRUST_PROXY: '1' } })
const { sticker } = await createSubscriber(world)
let database: TcpProxy
/** Between the proxy and the server: sees what is asked. */
let line: TcpProxy
let names: NameServer
let proxy: ReverseProxy
let url = ''

beforeAll(async () => {
  database = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  const through = database.through(world.config.DATABASE_URL)
  const server = await world.anotherServer({ DATABASE_URL: through, DATABASE_SESSION_URL: through })
  line = await startTcpProxy(Number(new URL(server.url).port))
  names = await startNameServer()
  names.answer(['127.0.0.1'])
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  proxy = await startReverseProxy({
    DNS_SERVER: names.address,
    SERVER_NAME: `server:${line.port}`,
    LISTEN_HTTP: `127.0.0.1:${port}`,
    TLS_CERTIFICATE: '',
  })
  await until('the proxy has found the server', async () => (await fetch(`${url}/readyz`)).ok)
})
afterAll(async () => {
  await Promise.all([proxy?.stop(), names?.close(), database?.close(), line?.close()])
})

/** Resolves when the server has been asked for something so often. */
function asked(what: string, times: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  line.on_data = (_link, direction, piece) => {
    if (direction === 'up' && piece.includes(what) && --times === 0) resolve()
  }
  return promise
}

test('callers are known by their own address, whatever they claim', async () => {
  for (const claimed of ['198.51.100.7', '198.51.100.8']) {
    const { token } = (await createSubscriber(world)).sticker
    expect((await press(url, token, {}, { 'x-forwarded-for': claimed })).http).toBe(201)
  }
  const reports = await world.db.selectFrom('alert_reports').select('ip_hash').execute()
  expect(reports).toHaveLength(2)
  expect(new Set(reports.map(({ ip_hash }) => ip_hash?.toString('hex'))).size).toBe(1)
})

test('nothing of the machine room is reached through the proxy', async () => {
  for (const place of ['/metrics', '/metrics/']) {
    expect(await (await fetch(`${url}${place}`)).text()).not.toMatch(/^tvarit_/m)
  }
})

test('without a database the scan page has its button, and a report is kept until it is back', async () => {
  database.target = null
  for (const link of database.links) link.cut()
  await until('the server is not ready', async () => (await fetch(`${url}/readyz`)).status === 503)
  // Two backends ask; with four answers each they have taken the server out.
  await asked('GET /readyz', 8)
  const page = await fetch(`${url}/s/${sticker.token}`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(`action="/s/${sticker.token}"`)
  const arrived = asked('POST /api/scan/', 1)
  const pressed = press(url, sticker.token)
  await arrived
  database.target = Number(new URL(world.config.DATABASE_URL).port)
  expect((await pressed).http).toBe(201)
})

test.each([
  ['that answers', () => Promise.resolve(void (line.target = null))],
  ['at all', () => line.close()],
])('with no server %s the proxy has a page that leads to 112, in English and Hindi', async (_how, end) => {
  await end()
  for (const link of line.links) link.cut()
  // A connection that was kept open ends with the server's.
  const page = await until('the proxy answers', () => fetch(`${url}/s/${sticker.token}`).catch(() => null))
  expect(page.status).toBe(503)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = await page.text()
  expect(text).toContain('<a href="tel:112">Call 112</a>')
  expect(text).toContain('कृपया अभी 112 पर फ़ोन करें।')
  expect(text).not.toContain('<script')
})
