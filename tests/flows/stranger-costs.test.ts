import { afterAll, beforeAll, expect, test } from 'vitest'
import { relativesToken, sentAmbulance } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { handedOver } from '../harness/handovers.ts'
import { type MeasuredServer, startMeasuredServer } from '../harness/measured-server.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { createPerson, createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type PublicRoute, publicRoutes, type Tokens } from '../harness/public-routes.ts'
import { sendBytes } from '../harness/raw-http.ts'
import { worstBodies, worstForms, worstHeads, type WorstInput } from '../harness/worst-inputs.ts'
import { freePort } from '@tvarit/shared/platform/free-port'
import { fileWorld } from '../harness/world.ts'

/** Of the main thread, for one request: so long nothing else is answered. */
const MOST_MAIN_MS = 50
/** Of all threads, for a request of a few kilobytes: a password takes 40. */
const MOST_ALL_MS = 100
const SMALL_BYTES = 20_000
/** A first run compiles code and collects garbage: the least of some counts. */
const TRIES = 6
const AT_ONCE = 8

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
let server: MeasuredServer
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
  routes = publicRoutes(server.routes, await readOpenApiDocument(server.url), await tokens())
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

/** What is wrong with requests: they cost too much, or an answer is our fault. Empty when nothing is. */
async function wrongWith(requests: Buffer[]): Promise<string> {
  const most_all = requests.every((bytes) => bytes.length < SMALL_BYTES) ? MOST_ALL_MS : Infinity
  let [main, all] = [Infinity, Infinity]
  for (let tries = 0; tries < TRIES && (main > MOST_MAIN_MS || all > most_all); tries++) {
    const cost = await server.costOf(() => send(requests))
    if (cost.value >= 500) return `answered ${cost.value}`
    main = Math.min(main, cost.main_ms)
    all = Math.min(all, cost.all_ms)
  }
  if (main > MOST_MAIN_MS) return `${Math.round(main)} ms of the main thread`
  return all > most_all ? `${Math.round(all)} ms of all threads` : ''
}

/** What is wrong with a route. Several inputs that together cost little need not be looked at one by one. */
async function problemsOf(route: PublicRoute): Promise<string[]> {
  const bodies = route.method === 'GET' ? [] : [...worstBodies(route), ...(await worstForms(route))]
  const inputs = [...worstHeads(route), ...bodies].map((input) => ({
    what: `${route.method} ${route.path}: ${input.what}`,
    requests: requestsOf(route, input),
  }))
  const wrong: string[] = []
  for (let at = 0; at < inputs.length; at += AT_ONCE) {
    const some = inputs.slice(at, at + AT_ONCE)
    const cost = await server.costOf(() => Promise.all(some.map(({ requests }) => send(requests))))
    if (cost.main_ms <= MOST_MAIN_MS && cost.all_ms <= MOST_ALL_MS && Math.max(...cost.value) < 500) continue
    for (const { what, requests } of some) {
      const problem = await wrongWith(requests)
      if (problem) wrong.push(`${what}: ${problem}`)
    }
  }
  return wrong
}

test('no request of a stranger costs more than 50 ms of the main thread, whatever it says', async () => {
  const wrong: string[] = []
  for (const route of routes) wrong.push(...(await problemsOf(route)))
  expect(wrong.join('\n')).toBe('')
}, 1_800_000)
