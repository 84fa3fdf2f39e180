import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startArm } from './arms.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { readOpenApiDocument } from '../harness/open-api-document.ts'
import { tinyPictures } from '../harness/worst-inputs.ts'
import { ATTACK_NAMES, type Attacked, type AttackPlan } from './attack-plan.ts'
import { createStaff, createStickers, SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor } from './lists-database.ts'
import { pressBody, pressHeaders } from './presses.ts'
import { ask, residentMb, startProcess } from './processes.ts'
import type { Taken } from './screens-process.ts'
import { nowMs, percentile, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench -- attacked`: one server with 50 consoles takes 10 presses a second, first at rest and then under every
 * attack of `attackers.ts` at once; one press in ten is on the sticker whose alert is handed over. Options: --seconds N,
 * --only sockets,uploads,coupon,status,batches,import,forms,documents,pictures,codes,network, --out FILE. With
 * --each-path each public path alone gets a hundred connections of the address that also presses.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    'each-path': { type: 'boolean' },
    out: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const CONSOLES = 50
const PRESSES_PER_SECOND = 10
/** After so long a press counts as not answered. */
const PATIENCE_MS = 15_000

interface Pressed {
  status: number
  id: number
  ms: number
}

interface Phase {
  presses: Pressed[]
  rss_mb: number
  foreign: number
}

/** Of the receipts; nothing is sent. */
const carriers = carrierSettings({ url: 'http://127.0.0.1:1' }, ['twilio', 'msg91'], { voice: ['twilio', 'exotel'] })

const report = new Report()
const bench = await startBenchDatabase({ in_memory: true })
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
try {
  // Each refusal would be a line.
  const server = await startArm('ours', bench, { environment: { LOG_LEVEL: 'silent', ...carriers } })
  const { url } = server
  const consoles = await startProcess(path.join(import.meta.dirname, 'screens-process.ts'), {
    environment: { ONLY: '"kind":"raised"' },
  })
  const staff = await createStaff(bench, CONSOLES)
  await ask(consoles, { name: 'open', count: CONSOLES, urls: [url], tokens: staff, reconnect: false })
  const [hot, handed, ...stickers] = await createStickers(
    bench,
    2 + PRESSES_PER_SECOND * (seconds * (options['each-path'] ? 60 : 2) + 2),
  )
  const alert = JSON.parse((await press(url, handed!)).text) as { id: number; status_url: string }
  const only = options.only?.split(',')
  const plan: AttackPlan = {
    attacks: ATTACK_NAMES.filter((name) => only?.includes(name) ?? true),
    url,
    admin: await accessFor(bench, 'admin'),
    staff: await accessFor(bench, 'staff'),
    hot_sticker: hot!,
    status_url: new URL(alert.status_url, url).pathname,
    alert_id: alert.id,
    ...(await createHospitals()),
    picture: (await tinyPictures())[0]!.content.toString('base64'),
  }
  await pressFor(server, 2)
  if (options['each-path']) {
    for (const flood of await publicPaths(url, [hot!, plan.status_url])) await floodPath(flood)
  } else await attackAll()
  await consoles.stop()
  await server.stop()

  /** One path alone, under a hundred connections. */
  async function floodPath(flood: { method: string; path: string }): Promise<void> {
    const attackers = await startProcess(path.join(import.meta.dirname, 'attackers.ts'))
    await ask(attackers, { name: 'begin', plan: { ...plan, attacks: [], flood } })
    const phase = await pressFor(server, seconds)
    const { [`${flood.method} ${flood.path}`]: answers } = await ask<Attacked>(attackers, { name: 'done' })
    await attackers.stop()
    report.judge(
      `${flood.method} ${flood.path} (${JSON.stringify(answers)}, others used ${Math.round(phase.foreign * 100)} %): press p99, ms`,
      p99(phase),
      'at most',
      300,
    )
  }

  async function attackAll(): Promise<void> {
    const worker = await startProcess(path.join(import.meta.dirname, '../../worker/main.ts'), {
      environment: {
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATABASE_URL: bench.url,
        DATA_DIR: path.join(bench.folder, 'data'),
        SECRET_KEY,
      },
    })
    const attackers = await startProcess(path.join(import.meta.dirname, 'attackers.ts'))
    const resting = await pressFor(server, seconds)
    await ask(attackers, { name: 'begin', plan })
    const attacked = await pressFor(server, seconds)
    const attacks = await ask<Attacked>(attackers, { name: 'done' })
    const seen = await seenByAll([...resting.presses, ...attacked.presses])
    await attackers.stop()
    const told = await firstMessages(attacked.presses)
    await worker.stop()
    show({ resting, attacked }, attacks)
    const missed = attacked.presses.filter(({ status }) => status !== 201)
    report.judge('press answered p99 under attack, ms', p99(attacked), 'at most', 500)
    report.judge(
      'press to the first message of its alert p99 under attack, ms',
      percentile(told, 0.99),
      'at most',
      1_000,
    )
    report.judge('presses that were not answered 201', missed.length, 'at most', 0)
    report.judge('growth of the server under attack, MB', attacked.rss_mb - resting.rss_mb, 'at most', 250)
    report.judge('alerts that did not reach every console', seen.missing, 'at most', 0)
    report.judge('consoles that lost their connection', seen.losses, 'at most', 0)
    report.data['attacks'] = attacks
  }

  /** Milliseconds from the alert to what a provider took first, for each alert that these presses raised. */
  async function firstMessages(presses: Pressed[]): Promise<number[]> {
    const ids = presses.filter(({ status, id }) => status === 201 && id !== alert.id).map(({ id }) => id)
    for (const deadline = nowMs() + 10_000; ; await wait(100)) {
      const { rows } = await bench.pool.query<{ ms: number }>(
        `select coalesce(extract(epoch from min(m.sent_at) - a.timestamp) * 1000, 'infinity')::float8 as ms
         from alerts a left join messages m on m.alert_id = a.id and m.template = 'relative_alert'
         where a.id = any($1) group by a.id`,
        [ids],
      )
      const told = rows.map(({ ms }) => ms)
      if (told.every(Number.isFinite) || nowMs() > deadline) return told
    }
  }

  /** Presses at a steady pace, whether or not earlier ones have been answered, and looks at the server's memory. */
  async function pressFor({ pid }: { pid: number }, seconds: number): Promise<Phase> {
    const begin = nowMs()
    const foreign = watchForeignLoad()
    let rss_mb = 0
    const presses: Promise<Pressed>[] = []
    for (let n = 0; n < seconds * PRESSES_PER_SECOND; n++) {
      const early = begin + (n * 1_000) / PRESSES_PER_SECOND - nowMs()
      if (early > 0) await wait(early)
      presses.push(press(url, n % 10 === 9 ? handed! : stickers.pop()!))
      rss_mb = Math.max(rss_mb, residentMb(pid))
    }
    return { presses: await Promise.all(presses), rss_mb, foreign: foreign() }
  }

  /** How many of these alerts some console did not get, and how many consoles lost their connection. */
  async function seenByAll(presses: Pressed[]): Promise<{ missing: number; losses: number }> {
    const counts = new Map<number, number>()
    let losses = 0
    const missing = () =>
      presses.filter(({ id, status }) => status === 201 && id !== alert.id && (counts.get(id) ?? 0) < CONSOLES).length
    for (const deadline = nowMs() + 10_000; nowMs() < deadline; await wait(50)) {
      const taken = await ask<Taken>(consoles, { name: 'take' })
      losses = taken.losses
      for (const [id, { count }] of taken.seen) counts.set(id, count + (counts.get(id) ?? 0))
      if (missing() === 0) break
    }
    return { missing: missing(), losses }
  }
} finally {
  agent.destroy()
  await bench.stop()
}
report.finish(options.out)
process.exit()

function press(url: string, sticker: string): Promise<Pressed & { text: string }> {
  const body = pressBody()
  const began = nowMs()
  return new Promise((resolve) => {
    const answered = (status: number, text: string) => {
      const id = Number(/"id":(\d+)/.exec(text)?.[1] ?? 0)
      resolve({ status, id, ms: nowMs() - began, text })
    }
    const request = http.request(
      `${url}/api/scan/${sticker}/alerts/`,
      { method: 'POST', agent, headers: pressHeaders(body), signal: AbortSignal.timeout(PATIENCE_MS) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => answered(answer.statusCode!, text))
      },
    )
    request.on('error', () => answered(0, ''))
    request.end(body)
  })
}

/** Those of the document that need no session, and the pages. */
async function publicPaths(url: string, [sticker, status]: [string, string]) {
  const { operations } = await readOpenApiDocument(url)
  const open = operations
    .filter(({ operation, path }) => operation.security.length === 0 && !path.endsWith('/alerts/'))
    .map(({ method, path }) => ({ method, path: path.replace('{token}', sticker) }))
  const pages = [
    '/',
    '/s/practice',
    `/s/${sticker}`,
    status,
    `${status}/state`,
    '/a/none',
    '/d/none',
    '/t/none',
    '/h/none',
  ]
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

function p99({ presses }: Phase): number {
  return percentile(
    presses.map(({ ms }) => ms),
    0.99,
  )
}

function show(phases: Record<string, Phase>, attacks: Attacked): void {
  const rows = Object.entries(phases).map(([phase, { presses, rss_mb, foreign }]) => {
    const took = presses.map(({ ms }) => ms)
    const refused = Object.entries(Object.groupBy(presses, ({ status }) => status))
      .filter(([status]) => status !== '201')
      .map(([status, of]) => `${of!.length} x ${status}`)
    return {
      phase,
      presses: presses.length,
      'p50 ms': percentile(took, 0.5),
      'p99 ms': percentile(took, 0.99),
      'not 201': refused.join(', ') || '0',
      'server MB': rss_mb,
      'others used': `${Math.round(foreign * 100)} %`,
    }
  })
  printTable('One server, 50 consoles, 10 presses a second', rows)
  printTable(
    'What the attackers got',
    Object.entries(attacks).map(([attack, counts]) => ({
      attack,
      answers: Object.entries(counts)
        .map(([what, count]) => `${short(count)} x ${what}`)
        .join(', '),
    })),
  )
}
