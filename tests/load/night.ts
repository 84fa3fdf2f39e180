import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@tvarit/shared/platform/free-port'
import { carrierSettings, MSG91_SECRET } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import type { World } from '../harness/world.ts'
import { startArm } from './arms.ts'
import { SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { nightChart } from './night-chart.ts'
import { createPeople, type Outcome, react, type Sleeper } from './night-people.ts'
import { startProcess } from './processes.ts'
import { printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench:night`: a night at the call centre. 500 alerts in an hour with four relatives each; a third have no
 * WhatsApp, a fifth sleep until the second call, one provider is dead for ten minutes. Two arms at once with the same
 * alerts and people: with the ladder, and with SMS only. Options: --minutes N (the same rate for so long), --seed N,
 * --chart FILE (of a whole hour docs/images/night.svg), --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    chart: { type: 'string' },
    out: { type: 'string' },
  },
})
const minutes = Number(options.minutes)
const PRESS_EVERY_MS = 3_600_000 / 500
const RELATIVES = 4
const alerts = Math.round((minutes * 60_000) / PRESS_EVERY_MS)
/** Part of the run in which the first provider of every channel is dead. */
const DEAD = [1 / 3, 1 / 2] as const
/** After the last press the last person of it is waited for. */
const AFTER_MS = 330_000
const LIMITS_S = [60, 120, 300]

const root = path.join(import.meta.dirname, '../..')
const report = new Report()
const people = createPeople(alerts * RELATIVES, Number(options.seed))
const ways = { whatsapp: ['twilio', 'msg91'], voice: ['twilio', 'exotel'] } as const

interface Arm {
  outcomes: Map<string, Outcome>
  /** Raises the alert of these people. */
  raise(n: number): Promise<void>
  dead(is_dead: boolean): void
  unexpected: string[]
  stop(): Promise<void>
}

async function openArm(with_ladder: boolean): Promise<Arm> {
  const bench = await startBenchDatabase()
  const carrier = await startFakeCarrier({ msg91_secret: MSG91_SECRET })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const channels = with_ladder ? { whatsapp: [...ways.whatsapp], voice: [...ways.voice] } : {}
  const environment = {
    ...carrierSettings(carrier, ['twilio', 'msg91'], channels),
    PUBLIC_URL: url,
    LOG_LEVEL: process.env['BENCH_LOG'] ?? 'fatal',
    // Whatever the hour: a phone on a table has the text and its owner sleeps.
    NIGHT_HOURS: '0-24',
  }
  const server = await startArm('ours', bench, { port, environment })
  const worker = await startProcess(path.join(root, 'worker/main.ts'), {
    environment: {
      NODE_ENV: 'test',
      DATABASE_URL: bench.url,
      DATA_DIR: path.join(bench.folder, 'data'),
      SECRET_KEY,
      ...environment,
    },
  })
  const stickers: string[] = []
  for (let n = 0; n < alerts; n++) stickers.push(await addSubscriber(bench as unknown as World, relativesOf(n)))
  if (with_ladder) {
    await bench.pool.query(
      `insert into contact_preferences (phone, token, channel, chosen_at) select phone, 'bench-' || phone, 'whatsapp', now()
       from unnest($1::text[]) phone`,
      [people.map(({ phone }) => phone)],
    )
  }
  const outcomes = new Map<string, Outcome>()
  const timers = new Set<NodeJS.Timeout>()
  const later = (seconds: number, act: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      // A receipt that finds no server is one of many; the verdicts would show what is missing.
      act().catch((error: unknown) => console.error('A reaction failed', error))
    }, seconds * 1000)
    timers.add(timer)
  }
  let seen = 0
  const watch = setInterval(() => {
    for (; seen < carrier.accepted.length; seen++) react({ carrier, url, outcomes, later }, carrier.accepted[seen]!)
  }, 100)
  return {
    outcomes,
    unexpected: carrier.unexpected,
    async raise(n) {
      const pressed_ms = performance.now()
      for (const person of relativesOf(n)) {
        outcomes.set(person.phone, { person, pressed_ms, reached_ms: null, calls: 0, calls_too_many: 0 })
      }
      const { http } = await press(url, stickers[n]!, {}, { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` })
      if (http !== 201) throw new Error(`A press was answered with ${http}`)
    },
    dead(is_dead) {
      for (const lane of ['twilio', 'twilio whatsapp', 'twilio voice'] as const) {
        carrier.mode(lane, is_dead ? 'hang' : 'ok')
      }
    },
    async stop() {
      clearInterval(watch)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([worker.stop(), server.stop()])
      await carrier.close()
      await bench.stop()
    },
  }
}

const relativesOf = (n: number): Sleeper[] => people.slice(n * RELATIVES, (n + 1) * RELATIVES)

async function addSubscriber(world: World, relatives: Sleeper[]): Promise<string> {
  const [spouse, relative, friend1, friend2] = relatives.map(({ phone }) => phone)
  const { id, sticker } = await createSubscriber(world, { relatives: [spouse!, relative!] })
  await world.db
    .updateTable('subscriber_profiles')
    .set({ friend1_mobile: friend1!, friend2_mobile: friend2! })
    .where('user_id', '=', id)
    .execute()
  return sticker.token
}

const arms = { 'with the ladder': await openArm(true), 'SMS only': await openArm(false) }
const all = Object.values(arms)
try {
  const began = performance.now()
  const dead_from = DEAD[0] * minutes * 60_000
  const dead_until = DEAD[1] * minutes * 60_000
  for (let n = 0; n < alerts; n++) {
    const due = n * PRESS_EVERY_MS
    await wait(Math.max(0, began + due - performance.now()))
    for (const arm of all) arm.dead(due >= dead_from && due < dead_until)
    await Promise.all(all.map((arm) => arm.raise(n)))
    if (n % 50 === 0) console.log(`${n} of ${alerts} alerts`)
  }
  await wait(AFTER_MS)
  judge()
} finally {
  await Promise.all(all.map((arm) => arm.stop()))
}
report.finish(options.out)
process.exit()

/** Seconds from the press until they knew, of those who do. */
function secondsOf(outcomes: Outcome[]): number[] {
  return outcomes.flatMap(({ pressed_ms, reached_ms }) =>
    reached_ms === null ? [] : [(reached_ms - pressed_ms) / 1000],
  )
}

function judge(): void {
  const groups: [string, (person: Sleeper) => boolean][] = [
    ['all', () => true],
    ['awake', ({ asleep }) => !asleep],
    ['asleep', ({ asleep }) => asleep],
    ['without WhatsApp', ({ has_whatsapp }) => !has_whatsapp],
  ]
  const rows = groups.flatMap(([group, belongs]) =>
    Object.entries(arms).map(([arm, { outcomes }]) => {
      const found = [...outcomes.values()].filter(({ person }) => belongs(person))
      const seconds = secondsOf(found)
      const share = (limit: number) => seconds.filter((each) => each <= limit).length / found.length
      const reached = Object.fromEntries(LIMITS_S.map((limit) => [`in ${limit / 60} min`, share(limit)]))
      return { group, arm, people: found.length, ...reached, calls: found.reduce((sum, { calls }) => sum + calls, 0) }
    }),
  )
  printTable('Share of relatives reached', rows)
  report.data['reached'] = rows
  const [ladder, sms] = all.map(({ outcomes }) => [...outcomes.values()]) as [Outcome[], Outcome[]]
  const within = (outcomes: Outcome[], limit: number) =>
    secondsOf(outcomes).filter((each) => each <= limit).length / outcomes.length
  report.judge('relatives reached in 5 min, with the ladder', within(ladder, 300), 'at least', 0.99)
  report.judge(
    'relatives reached in 2 min, with the ladder over SMS only',
    within(ladder, 120) / within(sms, 120),
    'at least',
    1,
  )
  report.judge(
    'calls to people who had confirmed',
    ladder.reduce((sum, { calls_too_many }) => sum + calls_too_many, 0),
    'at most',
    0,
  )
  report.judge('requests no provider understands', all.flatMap(({ unexpected }) => unexpected).length, 'at most', 0)
  const chart = options.chart ?? (minutes === 60 ? path.join(root, 'docs/images/night.svg') : undefined)
  if (!chart) return
  const line = (name: string, colour: string, outcomes: Outcome[]) => ({
    name,
    colour,
    seconds: secondsOf(outcomes),
    people: outcomes.length,
  })
  fs.writeFileSync(chart, nightChart([line('with the ladder', '#0f8a4b', ladder), line('SMS only', '#c23b4a', sms)]))
}
