import { SOCKET_PATHS } from '@tvarit/server/live/sockets'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { relativesToken, sentAmbulance } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { frame } from '../harness/bare-socket.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { handedOver } from '../harness/handovers.ts'
import { type MeasuredServer, startMeasuredServer } from '../harness/measured-server.ts'
import { type OpenApiDocument, readOpenApiDocument } from '../harness/open-api-document.ts'
import { createPerson, createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type PublicRoute, publicRoutes, type Tokens } from '../harness/public-routes.ts'
import { sendBytes } from '../harness/raw-http.ts'
import { worstBodies, worstForms, worstHeads, type WorstInput, worstMessages } from '../harness/worst-inputs.ts'
import { fileWorld } from '../harness/world.ts'

/** Of the main thread, for one request: so long nothing else is answered. */
const MOST_MAIN_MS = 50
/** For one that only asks: pages are drawn in one or two. */
const MOST_ASKED_MS = 8
/** Of all threads, for a request of a few kilobytes: a password takes 40. */
const MOST_ALL_MS = 100
const SMALL_BYTES = 20_000
/** A first run compiles code and collects garbage: the least of some counts. */
const TRIES = 10

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
let server: MeasuredServer
let document: OpenApiDocument
let routes: PublicRoute[]

/** Real tokens of everything that stands behind a link, and the providers in use. */
async function tokens(): Promise<Tokens> {
  const admin = await createPerson(world, 'admin')
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token)
  const drive = await sentAmbulance(world, admin)
  const hospital = await handedOver(world, admin)
  const track = await relativesToken(world, drive.alert.id)
  const asked = await createSubscriber(world, { relatives: [newPhone()] })
  const { access } = await signIn(world, asked.id)
  await call(world.url, '/api/users/profile/contact-checks/', { method: 'POST', access })
  const { params } = await world.db
    .selectFrom('messages')
    .select('params')
    .where('user_id', '=', asked.id)
    .executeTakeFirstOrThrow()
  const providers = ['twilio', 'msg91', 'twilio/voice', 'twilio/whatsapp', 'msg91/whatsapp', 'exotel/voice', 'none']
  return [
    ['/s/', sticker.token],
    ['/api/scan/', sticker.token],
    ['/a/', status_url.split('/').pop()!],
    ['/d/', drive.token],
    ['/api/drive/', drive.token],
    ['/t/', track],
    ['/api/track/', track],
    ['/h/', hospital.token],
    ['/api/handover/', hospital.token],
    ['/c/', (params as { url: string }).url.split('/').pop()!],
    ...providers.map((provider) => ['/api/receipts/', provider] as const),
  ]
}

beforeAll(async () => {
  const carriers = carrierSettings({ url: 'http://127.0.0.1:1' }, ['twilio', 'msg91'], {
    whatsapp: ['twilio', 'msg91'],
    voice: ['twilio', 'exotel'],
  })
  server = await startMeasuredServer({
    ...world.environment,
    ...carriers,
    SMS_PROVIDERS: 'console,twilio,msg91',
    PORT: String(await freePort()),
  })
  document = await readOpenApiDocument(server.url)
  routes = publicRoutes(server.routes, document, await tokens())
})
afterAll(() => server?.stop())

/** The request in each of the sizes of its body. */
function requestsOf({ method, path, withPart }: PublicRoute, input: WorstInput): Buffer[] {
  const asked = input.path_part === undefined ? path : withPart(input.path_part)
  if (asked === null) return []
  const { headers = [], query, bodies = [Buffer.alloc(0)] } = input
  return bodies.map((body) => {
    const lines = [
      `${method} ${asked}${query === undefined ? '' : `?${query}`} HTTP/1.1`,
      'host: 127.0.0.1',
      'connection: close',
      ...(headers.some(([name]) => name === 'x-forwarded-for') ? [] : [`x-forwarded-for: ${newAddress()}`]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body.length > 0 ? [`content-length: ${body.length}`] : []),
    ]
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
  })
}

/** Sends the largest that is read; returns its status. */
async function send(requests: Buffer[]): Promise<number> {
  let status = 0
  for (const bytes of requests) {
    status = (await sendBytes(server.url, bytes, { within_ms: 60_000 })).status
    if (status !== 413) break
  }
  return status
}

interface Attempt {
  what: string
  requests: Buffer[]
  most_main_ms?: number
}

/** What is wrong with a request: it costs too much, or its answer is our fault. Empty when nothing is. */
async function wrongWith({ what, requests, most_main_ms = MOST_MAIN_MS }: Attempt): Promise<string[]> {
  const most_all_ms = requests.every((bytes) => bytes.length < SMALL_BYTES) ? MOST_ALL_MS : Infinity
  let [main, all] = [Infinity, Infinity]
  for (let tries = 0; tries < TRIES && (main > most_main_ms || all > most_all_ms); tries++) {
    const cost = await server.costOf(() => send(requests))
    if (cost.value >= 500) return [`${what}: answered ${cost.value}`]
    main = Math.min(main, cost.main_ms)
    all = Math.min(all, cost.all_ms)
  }
  if (main > most_main_ms) return [`${what}: ${Math.round(main)} ms of the main thread`]
  return all > most_all_ms ? [`${what}: ${Math.round(all)} ms of all threads`] : []
}

/** What is wrong with some. Several that together cost little need not be looked at one by one. */
async function wrongWithSome(attempts: Attempt[], at_once = 8): Promise<string[]> {
  const wrong: string[] = []
  for (let at = 0; at < attempts.length; at += at_once) {
    const some = attempts.slice(at, at + at_once)
    const cost = await server.costOf(() => Promise.all(some.map(({ requests }) => send(requests))))
    if (cost.main_ms <= MOST_MAIN_MS && cost.all_ms <= MOST_ALL_MS && Math.max(...cost.value) < 500) continue
    for (const attempt of some) wrong.push(...(await wrongWith(attempt)))
  }
  return wrong
}

async function problemsOf(route: PublicRoute): Promise<string[]> {
  const bodies = route.method === 'GET' ? [] : [...worstBodies(route), ...(await worstForms(route))]
  const attempts = [...worstHeads(route), ...bodies].map((input) => ({
    what: `${route.method} ${route.path}: ${input.what}`,
    requests: requestsOf(route, input),
  }))
  const asked: WorstInput = { what: 'as a browser asks', headers: [['accept-encoding', 'gzip, deflate, br']] }
  const plain = {
    what: `${route.method} ${route.path}`,
    requests: requestsOf(route, asked),
    most_main_ms: MOST_ASKED_MS,
  }
  return [...(route.method === 'GET' ? await wrongWith(plain) : []), ...(await wrongWithSome(attempts))]
}

const HANDSHAKE: [string, string][] = [
  ['connection', 'upgrade'],
  ['upgrade', 'websocket'],
  ['sec-websocket-version', '13'],
  ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
]

/** Handshakes with the worst headers, and what may come first on a socket that was opened. */
function socketAttempts(path: string): Attempt[] {
  const heads: WorstInput[] = [
    ...worstHeads({ query: ['token', 'since', 'pass', 'connectionParams'] }),
    { what: 'the most extensions', headers: [['sec-websocket-extensions', 'a;b=1,'.repeat(2_400)]] },
    { what: 'the most protocols', headers: [['sec-websocket-protocol', 'a,'.repeat(7_000)]] },
  ]
  const handshake = (input: WorstInput) => {
    const own = [...HANDSHAKE, ['origin', world.config.PUBLIC_URL] as [string, string]]
    const route = { method: 'GET', path, withPart: (part: string) => `${path}/${part}` }
    const headers = [...own, ...(input.headers ?? [])]
    const [head] = requestsOf(route, { ...input, headers })
    return Buffer.from(head!.toString('latin1').replace('connection: close\r\n', ''), 'latin1')
  }
  // A binary message after it ends a socket that was opened.
  const end = frame(2, 'x')
  return [
    ...heads.map((input) => ({ what: `${path}: ${input.what}`, requests: [Buffer.concat([handshake(input), end])] })),
    ...worstMessages().map(({ what, text }) => {
      const opened = handshake({ what, query: 'connectionParams=1' })
      return { what: `${path}: ${what}`, requests: [Buffer.concat([opened, frame(1, text), end])] }
    }),
  ]
}

test('the walk has every route of the document that needs no session, and every public page', () => {
  const open = document.operations.filter(({ operation }) => operation.security.length === 0)
  const pages = ['s', 'a', 'd', 't', 'h', 'c'].map((letter) => ({ method: 'GET', path: `/${letter}/{token}` }))
  const missing = [...open, ...pages].filter(({ method, path }) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`)
    return !routes.some((route) => route.method === method && pattern.test(route.path))
  })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(open.length).toBeGreaterThanOrEqual(20)
})

test('no request of a stranger costs more than 50 ms of the main thread, whatever it says', async () => {
  const wrong: string[] = []
  for (const route of routes) wrong.push(...(await problemsOf(route)))
  expect(wrong.join('\n')).toBe('')
}, 1_800_000)

test('nor does a handshake of a WebSocket or its first message', async () => {
  const wrong: string[] = []
  for (const path of Object.values(SOCKET_PATHS)) wrong.push(...(await wrongWithSome(socketAttempts(path), 60)))
  expect(wrong.join('\n')).toBe('')
}, 1_800_000)
