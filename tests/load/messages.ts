import { createMessage, insertMessages, queueMessage } from '@tvarit/shared/domain/messages/create-message'
import { sql } from 'kysely'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { provideRedis } from '../harness/provide-redis.ts'
import { until } from '../harness/until.ts'
import { median, percentile, printTable, readOptions, report, runParts } from './harness.ts'
import { startBenchDatabase, type Started, startWorker } from './product.ts'
import { atRate } from './presses.ts'

/**
 * `npm run bench -- messages`: from the commit of a message to the call of its provider, of an idle worker and beside a
 * backlog, with both stores of queues; then what a dead worker, a dead database and a dead provider cost. Options:
 * --messages N, --only pickup,backlog,deadWorker,deadDatabase,deadProvider.
 */
const options = readOptions({ messages: 300, only: '' })
/** So many a second find an idle worker. */
const PER_SECOND = 15
const WARM = 15
const CODES = 10_000
const OTHERS = 100_000
const URL = 'https://tvarit.example/'
const REMINDER = { template: 'renewal_reminder', params: { days: 7, end_date: '2027-01-01', url: URL } } as const
const ALERT = {
  template: 'relative_alert',
  params: { name: 'Asha', place: 'Pune', time: '14:05', url: URL, call_back: '18001234567' },
} as const

await using bench = await startBenchDatabase()
const redis = await provideRedis(bench.folder)
const carrier = await startFakeCarrier()
let phones = 9_000_000_000
try {
  await runParts({ pickup, backlog, deadWorker, deadDatabase, deadProvider }, options.only)
} finally {
  await carrier.close()
  await redis.stop()
}

function start(
  providers: ('twilio' | 'msg91')[] = ['twilio'],
  settings: Record<string, string> = {},
): Promise<Started> {
  return startWorker(bench, { ...carrierSettings(carrier, providers), ...settings })
}

/** Commits one message as our verbs do; resolves with the number and the moment the commit was acknowledged. */
async function add(message: typeof REMINDER | typeof ALERT = REMINDER): Promise<{ to: string; at_ms: number }> {
  const to = String(phones++)
  const input = { ...message, to_phone: to, dedupe_key: `bench-${to}`, valid_seconds: 600 }
  await bench.db.transaction().execute((tx) => createMessage(tx, input))
  return { to, at_ms: Date.now() }
}

/** When the provider was asked to send to this number, which it took. */
async function calledAt(to: string): Promise<number> {
  const { at } = await until(`a message reaches ${to}`, () => carrier.accepted.findLast((each) => each.to === to))
  return Date.parse(at)
}

/** Milliseconds from the commit to the call, of messages at a steady pace; the first ones warm up. */
async function commitToCall(message: typeof REMINDER | typeof ALERT, count: number, per_second: number) {
  const taken = await atRate(WARM + count, per_second, async () => {
    const { to, at_ms } = await add(message)
    return (await calledAt(to)) - at_ms
  })
  const measured = taken.slice(WARM)
  return { p50: median(measured), p99: percentile(measured, 0.99) }
}

async function pickup(): Promise<void> {
  await using _worker = await start()
  const { p50, p99 } = await commitToCall(REMINDER, options.messages, PER_SECOND)
  printTable('From the commit to the call of the provider, ms', [{ p50, p99 }])
  report.judge('commit to provider p50, ms', p50, 'at most', 50)
}

/** Messages of one template and their jobs, as the product writes them. */
function fill(template: string, params: object, count: number, from: number): Promise<unknown> {
  const rows = sql`select ${template}, (${from}::bigint + n)::text, ${JSON.stringify(params)}::jsonb,
    'backlog-' || (${from}::bigint + n), now() + interval '5 seconds', now() + interval '1 hour'
    from generate_series(1, ${count}::int) n`
  const columns = ['template', 'to_phone', 'params', 'dedupe_key', 'next_attempt_at', 'expires_at'] as const
  return bench.db.transaction().execute((tx) => queueMessage(tx, insertMessages([...columns], rows)))
}

/** An alert's messages beside codes and others that wait for a provider that takes a second for each. */
async function backlog(): Promise<void> {
  const rows = []
  for (const store of ['postgres', 'redis'] as const) {
    await bench.pool.query('truncate outbox, messages cascade')
    for (let n = 0; n < OTHERS; n += CODES) await fill(REMINDER.template, REMINDER.params, CODES, 6_000_000_000 + n)
    await fill('otp', { code: '123456' }, CODES, 7_000_000_000)
    await bench.pool.query('vacuum analyze outbox, messages')
    carrier.mode('twilio', 'slow', { delay_ms: 1_000 })
    await using _worker = await start(['twilio'], {
      ...(store === 'redis' && { REDIS_URL: redis.url }),
      OTHER_MESSAGES_PER_DAY: '1000000',
    })
    await until('codes are sent', () => carrier.accepted.some(({ to }) => to.startsWith('7')))
    const measured = await commitToCall(ALERT, 150, 8)
    const waiting = await bench.pool.query<{ n: number }>(
      `select count(*)::int as n from messages where state in ('pending', 'sending')`,
    )
    rows.push({ store, ...measured, 'still waiting': waiting.rows[0]!.n })
    report.judge(`alert beside a backlog, queues on ${store}, p99, ms`, measured.p99, 'at most', 200)
    carrier.mode('twilio', 'ok')
  }
  await bench.pool.query('truncate outbox, messages cascade')
  printTable('From the commit to the call of the provider beside 110,000 messages that wait, ms', rows)
}

/** Does something three times and prints how long each took. */
async function thrice(what: string, round: () => Promise<number>): Promise<number[]> {
  const took = [await round(), await round(), await round()]
  printTable(
    `${what}, ms`,
    took.map((ms) => ({ ms })),
  )
  return took
}

/** Until `calls` have been made of a provider. */
function isCalled(provider: 'twilio' | 'msg91', calls: number): Promise<number> {
  return until(`${provider} is called`, () => carrier.calls[provider] >= calls && Date.now())
}

/** The provider has the message in hand when the worker is killed: another one must send it. */
async function deadWorker(): Promise<void> {
  const took = await thrice('Worker killed while sending: until it is sent again', async () => {
    await using first = await start()
    await using second = await start()
    carrier.mode('twilio', 'hang')
    const called = isCalled('twilio', carrier.calls.twilio + 1)
    const { to } = await add()
    await called
    // Both are killed, as nobody knows which of them has it, and one comes back at once.
    for (const worker of [first, second]) worker.kill()
    const killed = Date.now()
    carrier.mode('twilio', 'ok')
    await using _third = await start()
    return (await calledAt(to)) - killed
  })
  report.judge('worker killed, message sent again within, ms', Math.max(...took), 'at most', 6_000)
}

async function deadDatabase(): Promise<void> {
  await using _worker = await start()
  const took = await thrice('Database away for 1.5 s and back: until a message moves', async () => {
    await calledAt((await add()).to)
    await bench.restart(1_500)
    const back = Date.now()
    return (await calledAt((await add()).to)) - back
  })
  report.judge('database back, messages move within, ms', Math.max(...took), 'at most', 1_000)
}

async function deadProvider(): Promise<void> {
  carrier.mode('msg91', 'hang')
  const took = await thrice('First provider dead: until the second is called', async () => {
    // A fresh worker each time: its breaker has not heard of the silence.
    await using _worker = await start(['msg91', 'twilio'])
    const first = isCalled('msg91', carrier.calls.msg91 + 1)
    const { to } = await add()
    return (await calledAt(to)) - (await first)
  })
  // A timer of 3,000 ms ends a little after 3,000 ms.
  report.judge('first provider dead, second called after, ms', median(took), 'at most', 3_050)
}
