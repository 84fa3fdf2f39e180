import { setTimeout as wait } from 'node:timers/promises'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { tinyPictures } from '../harness/worst-inputs.ts'
import type { AttackPlan, Attacked } from './attackers.ts'
import { nowMs } from './child.ts'
import { percent, percentile, printTable, readOptions, report, residentMb, watchForeignLoad } from './harness.ts'
import {
  accessFor,
  createStaff,
  createStickers,
  startBenchDatabase,
  startProcess,
  startServer,
  startWorker,
} from './product.ts'
import { atRate, type Press, press } from './presses.ts'
import type { Taken } from './screens-process.ts'

/**
 * One server with 50 consoles takes 10 presses a second, first at rest and then under every attack of `attackers.ts` at
 * once; one press in ten is on the sticker whose alert is handed over. Options: --seconds N, --only
 * sockets,uploads,coupon,status,batches,import,forms,documents,pictures,codes,network. With --each-path each public path
 * alone gets a hundred connections of the address that also presses.
 */
const options = readOptions({ seconds: 20, only: '', 'each-path': false })
const { seconds } = options
const CONSOLES = 50
const PRESSES_PER_SECOND = 10

interface Phase {
  presses: Press[]
  rss_mb: number
  foreign: number
}

await using bench = await startBenchDatabase({ in_memory: true })
// Of the receipts; nothing is sent.
const carriers = carrierSettings({ url: 'http://127.0.0.1:1' }, ['twilio', 'msg91'], { voice: ['twilio', 'exotel'] })
await using server = await startServer(bench, { environment: { LOG_LEVEL: 'silent', ...carriers } })
const { url } = server
await using consoles = await startProcess('screens-process.ts')
const staff = await createStaff(bench, CONSOLES)
await consoles.ask('open', { count: CONSOLES, urls: [url], tokens: staff })
const phases = options['each-path'] ? 60 : 2
const [hot, handed, ...stickers] = (await createStickers(bench, 2 + PRESSES_PER_SECOND * (seconds * phases + 2))) as [
  string,
  string,
  ...string[],
]
const alert = JSON.parse((await press(url, handed)).text) as { id: number; status_url: string }
const plan: AttackPlan = {
  attacks: options.only ? options.only.split(',') : null,
  url,
  admin: await accessFor(bench, 'admin'),
  staff: staff[0]!,
  hot_sticker: hot,
  status_url: new URL(alert.status_url, url).pathname,
  alert_id: alert.id,
  ...(await createHospitals()),
  picture: (await tinyPictures())[0]!.content,
}
await pressFor(2)
if (options['each-path']) for (const flood of await publicPaths()) await floodPath(flood)
else await attackAll()

/** One path alone, under a hundred connections. */
async function floodPath(flood: { method: string; path: string }): Promise<void> {
  await using attackers = await startProcess('attackers.ts')
  await attackers.ask('begin', { plan: { ...plan, attacks: [], flood } })
  const phase = await pressFor(seconds)
  const { [`${flood.method} ${flood.path}`]: answers } = await attackers.ask<Attacked>('done')
  const got = `${JSON.stringify(answers)}, others used ${percent(phase.foreign)}`
  report.judge(`${flood.method} ${flood.path} (${got}): press p99, ms`, p99(phase), 'at most', 300)
}

async function attackAll(): Promise<void> {
  await using worker = await startWorker(bench)
  await using attackers = await startProcess('attackers.ts')
  const resting = await pressFor(seconds)
  await attackers.ask('begin', { plan })
  const attacked = await pressFor(seconds)
  const attacks = await attackers.ask<Attacked>('done')
  const seen = await seenByAll([...resting.presses, ...attacked.presses])
  await attackers.stop()
  const first = await firstMessages(attacked.presses)
  await worker.stop()
  show({ resting, attacked }, attacks)
  const missed = attacked.presses.filter(({ status }) => status !== 201)
  const name = 'press to the first message of its alert p99 under attack, ms'
  report.judge('press answered p99 under attack, ms', p99(attacked), 'at most', 500)
  report.judge(name, percentile(first, 0.99), 'at most', 1_000)
  report.judge('presses that were not answered 201', missed.length, 'at most', 0)
  report.judge('growth of the server under attack, MB', attacked.rss_mb - resting.rss_mb, 'at most', 250)
  report.judge('alerts that did not reach every console', seen.missing, 'at most', 0)
  report.judge('consoles that lost their connection', seen.losses, 'at most', 0)
}

/** The presses that raised alerts of their own. */
function raised(presses: Press[]): Press[] {
  return presses.filter(({ status, id }) => status === 201 && id !== alert.id)
}

/** Milliseconds from the alert to what a provider took first, for each alert that these presses raised. */
async function firstMessages(presses: Press[]): Promise<number[]> {
  const ids = raised(presses).map(({ id }) => id)
  for (const deadline = nowMs() + 10_000; ; await wait(100)) {
    const { rows } = await bench.pool.query<{ ms: number }>(
      `select coalesce(extract(epoch from min(m.sent_at) - a.timestamp) * 1000, 'infinity')::float8 as ms
       from alerts a left join messages m on m.alert_id = a.id and m.template = 'relative_alert'
       where a.id = any($1) group by a.id`,
      [ids],
    )
    const took = rows.map(({ ms }) => ms)
    if (took.every(Number.isFinite) || nowMs() > deadline) return took
  }
}

/** Presses at a steady pace and looks at the server's memory. */
async function pressFor(duration: number): Promise<Phase> {
  const foreign = watchForeignLoad()
  let rss_mb = 0
  const presses = await atRate(duration * PRESSES_PER_SECOND, PRESSES_PER_SECOND, (n) => {
    rss_mb = Math.max(rss_mb, residentMb(server.pid))
    return press(url, n % 10 === 9 ? handed : stickers.pop()!)
  })
  return { presses, rss_mb, foreign: foreign() }
}

/** How many of these alerts some console did not get, and how many consoles lost their connection. */
async function seenByAll(presses: Press[]): Promise<{ missing: number; losses: number }> {
  const counts = new Map<number, number>()
  let losses = 0
  const missing = () => raised(presses).filter(({ id }) => (counts.get(id) ?? 0) < CONSOLES).length
  for (const deadline = nowMs() + 10_000; nowMs() < deadline; await wait(50)) {
    const taken = await consoles.ask<Taken>('take')
    losses = taken.losses
    for (const [id, { count }] of taken.seen) counts.set(id, count + (counts.get(id) ?? 0))
    if (missing() === 0) break
  }
  return { missing: missing(), losses }
}

/** Those of the document that need no session, and the pages. */
async function publicPaths(): Promise<{ method: string; path: string }[]> {
  const { operations } = await readOpenApiDocument(url)
  const open = operations
    .filter(({ operation, path }) => operation.security.length === 0 && !path.endsWith('/alerts/'))
    .map(({ method, path }) => ({ method, path: path.replace('{token}', hot) }))
  const status = plan.status_url
  const pages = ['/', '/s/practice', `/s/${hot}`, status, `${status}/state`, '/a/none', '/d/none', '/t/none', '/h/none']
  const others = ['/c/none', '/api/docs', '/api/openapi.json', '/sitemap.xml', '/icon-512.png', '/none', '/api/none']
  const trpc = `/trpc/places.byPin?input=${encodeURIComponent('{"pin_code":"560066"}')}`
  const forms = ['/api/receipts/twilio/', '/api/receipts/exotel/voice/', `${status}/details`, '/trpc/auth.login']
  return [
    ...open,
    ...[...pages, ...others, trpc].map((path) => ({ method: 'GET', path })),
    ...forms.map((path) => ({ method: 'POST', path })),
  ]
}

/** 5,000 hospitals, and the CSV that brings them again. */
async function createHospitals(): Promise<{ hospital_id: number; hospitals_csv: string }> {
  const { rows } = await bench.pool.query<{ id: number; line: string }>(
    `insert into hospitals (name, address, phone, latitude, longitude)
       select 'Hospital ' || n, n || ' Ring Road', (9000000000 + n)::text, 12.9, 77.5 from generate_series(1, 5000) n
     returning id, concat_ws(',', name, address, phone, latitude, longitude) as line`,
  )
  const lines = ['name,address,phone,latitude,longitude', ...rows.map(({ line }) => line)]
  return { hospital_id: rows[0]!.id, hospitals_csv: lines.join('\n') }
}

function times({ presses }: Phase): number[] {
  return presses.map(({ sent_ms, answered_ms }) => answered_ms - sent_ms)
}

function p99(phase: Phase): number {
  return percentile(times(phase), 0.99)
}

function show(phases: Record<string, Phase>, attacks: Attacked): void {
  const rows = Object.entries(phases).map(([name, phase]) => ({
    phase: name,
    presses: phase.presses.length,
    'p50 ms': percentile(times(phase), 0.5),
    'p99 ms': p99(phase),
    'server MB': phase.rss_mb,
    'others used': percent(phase.foreign),
  }))
  printTable('One server, 50 consoles, 10 presses a second', rows)
  const answers = (counts: Record<string, number>) =>
    Object.entries(counts).map(([what, count]) => `${count} x ${what}`)
  printTable(
    'What the attackers got',
    Object.entries(attacks).map(([attack, counts]) => ({ attack, answers: answers(counts).join(', ') })),
  )
}
