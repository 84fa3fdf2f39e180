/**
 * `npm run drill:busy -- [--alerts 60] [--minutes 10]`: a busy hour to practise. Starts an installation of its own in a
 * folder that is removed at the end, waits for the consoles, and presses the button of made-up subscribers. Every fourth
 * accident is reported twice, no driver answers, and the first SMS provider is dead. Ends with a report of times.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { ResponseTimes } from '@tvarit/shared/contracts/reports'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { freePort } from '@tvarit/shared/platform/process/free-port'

const root = path.join(import.meta.dirname, '..')
/** Nobody listens there: the product has to send by the next provider. */
const DEAD_PROVIDER = {
  SMS_PROVIDERS: 'twilio,console',
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'drill',
  TWILIO_FROM: '+15005550006',
}
const ADMIN = { login: 'admin@tvarit.example', password: 'tvarit-demo' }
/** Around Bengaluru, where the ambulances of the demo are. */
const placeOf = (n: number) => ({ latitude: 12.9 + (n % 13) / 80, longitude: 77.5 + (n % 17) / 90, accuracy: 20 })
const end = new AbortController()
const { signal } = end
const onEnd = () => end.abort()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onEnd)

try {
  await drill(readOptions())
} catch (error) {
  if (!signal.aborted) console.error((error as Error).message)
  process.exitCode = 1
}

function readOptions(): { alerts: number; minutes: number } {
  if (process.env.NODE_ENV === 'production' || process.env.DATABASE_URL)
    throw new Error(
      'The drill makes an installation of its own and never touches a real one: run it where NODE_ENV is not production and DATABASE_URL is not set.',
    )
  const { values } = parseArgs({
    options: { alerts: { type: 'string', default: '60' }, minutes: { type: 'string', default: '10' } },
  })
  const [alerts, minutes] = [Number(values.alerts), Number(values.minutes)]
  if (!Number.isInteger(alerts) || alerts < 1 || alerts > LIMITS.page_size_max)
    throw new Error(`--alerts must be a whole number from 1 to ${LIMITS.page_size_max}.`)
  if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes must be more than 0 and at most 60.')
  return { alerts, minutes }
}

async function drill({ alerts, minutes }: { alerts: number; minutes: number }): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-drill-'))
  fs.chmodSync(folder, 0o755)
  const port = process.env.PORT || String(await freePort())
  const { PATH, HOME, HOST, PUBLIC_URL, ALLOW_UNSAFE } = process.env
  const env = { PATH, HOME, HOST, PUBLIC_URL, ALLOW_UNSAFE, PORT: port, DATA_DIR: folder }
  const run = (script: string, more: string[] = [], stdio: 'ignore' | 'inherit' = 'inherit') =>
    spawn(process.execPath, [path.join(root, 'scripts', script), ...more], {
      env: { ...env, ...DEAD_PROVIDER },
      // Ctrl-C reaches only us: the product ends after the report.
      detached: true,
      stdio: ['ignore', stdio, 'inherit'],
    })
  let product: ReturnType<typeof run> | null = null
  try {
    console.log('Making people and stickers ...')
    const people = ['--subscribers', String(3 * alerts), '--coupons', String(4 * alerts)]
    const [code] = (await once(run('seed.ts', people, 'ignore'), 'exit')) as [number | null]
    if (code !== 0) throw new Error('The people of the drill could not be made: the line above says why.')
    product = run('start.ts')
    product.once('exit', onEnd)
    const url = `http://127.0.0.1:${port}`
    await ready(url)
    if (process.stdin.isTTY) {
      const question = 'Log in on every console and turn the sound on, then press Enter here: '
      const terminal = readline.createInterface({ input: process.stdin, output: process.stdout })
      await terminal.question(question, { signal }).finally(() => terminal.close())
    }
    console.log(`The busy hour begins: ${alerts} alerts in ${minutes} minutes.`)
    await play(url, alerts, minutes * 60_000)
  } finally {
    product?.off('exit', onEnd).kill('SIGINT')
    if (product && product.exitCode === null) await once(product, 'exit')
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function ready(url: string): Promise<void> {
  const answers = () =>
    fetch(`${url}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (signal.aborted) throw new Error('The installation of the drill did not start: the lines above say why.')
    await wait(200)
  }
}

async function call<T>(
  url: string,
  address: string,
  { access, body }: { access?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(`${url}${address}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  })
  if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Presses over the whole time, then waits a fifth of it for what is still open, and reports. */
async function play(url: string, alerts: number, ms: number): Promise<void> {
  const { access } = await call<{ access: string }>(url, '/api/users/login/', { body: ADMIN })
  // The newest subscribers: their plan is still valid.
  const coupons = await call<{ results: { scan_url: string }[] }>(
    url,
    `/api/coupons/?status=USED&page_size=${alerts}`,
    { access },
  )
  const shown = new Map<number, number>()
  const console_of_ours = new WebSocket(`${url.replace('http', 'ws')}/ws/alerts/?token=${access}`)
  console_of_ours.addEventListener('message', ({ data }) => {
    const id = Number(/^\{"type":"new_alert","payload":\{"id":(\d+)/.exec(String(data))?.[1])
    if (id && !shown.has(id)) shown.set(id, performance.now())
  })
  await once(console_of_ours, 'open', { signal })
  const began = performance.now()
  const pressed = await Promise.all(
    coupons.results.map(async ({ scan_url }, n) => {
      const press = () =>
        call<{ id: number }>(url, `/api/scan/${scan_url.split('/').at(-1)}/alerts/`, {
          body: { scan_id: randomUUID(), device_id: randomUUID(), ...placeOf(n) },
        })
      await wait(Math.max(0, began + (n * ms) / alerts - performance.now()), undefined, { signal })
      const at = performance.now()
      const { id } = await press()
      if (n % 4 === 3) {
        await wait(ms / alerts / 2, undefined, { signal })
        await press()
      }
      return { id, at }
    }),
  )
  await wait(ms / 5, undefined, { signal })
  console_of_ours.close()
  const on_screen = pressed.flatMap(({ id, at }) => (shown.has(id) ? shown.get(id)! - at : []))
  await report(url, access, on_screen, pressed.length)
}

async function report(url: string, access: string, on_screen: readonly number[], count: number): Promise<void> {
  const today = indianDay(Date.now())
  const { total } = await call<ResponseTimes>(url, `/api/figures/response/?from=${today}&to=${today}`, { access })
  const open = await call<{ results: AlertCard[] }>(
    url,
    `/api/qr/alerts/?status=PENDING&page_size=${LIMITS.page_size_max}`,
    { access },
  )
  const { failed_messages } = await call<OpsOverview>(url, '/api/ops/', { access })
  const sorted = on_screen.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null
  const line = (what: string, done: number, median: number | null, p90: number | null) =>
    `  ${what.padEnd(28)}${String(done).padStart(3)} of ${count}   median ${text(median)}   9 of 10 within ${text(p90)}`
  const text = (ms: number | null) =>
    ms === null ? '-' : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
  const after = (what: string, { count: done, median, p90 }: ResponseTimes['total']['claim']) =>
    line(what, done, median && median * 1_000, p90 && p90 * 1_000)
  const unclaimed = open.results.filter(({ claimed_by }) => claimed_by === null).length
  const failed = failed_messages.reduce((sum, { count: n }) => sum + n, 0)
  const lines = [
    '',
    `Busy hour: ${count} accidents, every fourth reported twice, silent drivers, a dead SMS provider`,
    line('Press to alert on a console', sorted.length, at(0.5), at(0.9)),
    after('Press to claim', total.claim),
    after('Press to ambulance sent', total.dispatch),
    `  Still open: ${open.results.length}, of them not claimed: ${unclaimed}`,
    `  Messages that failed for good: ${failed}`,
    '',
  ]
  console.log(lines.join('\n'))
}
