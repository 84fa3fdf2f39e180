import { setTimeout as wait } from 'node:timers/promises'
import type { AppRouter } from '@tvarit/server/routers/app-router'
import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { WebSocket } from 'ws'
import { retryDelay } from '../../web/src/features/alerts/live/keep-alive.ts'
import { Ledger } from '../harness/ledger.ts'
import { nowMs } from './child.ts'
import { percentile, printTable, readOptions, report, sum } from './harness.ts'
import { createStaff, createStickers, type ServerProcess, startBenchDatabase, startServer } from './product.ts'
import { atRate } from './presses.ts'

/**
 * Does every screen get every acknowledged alert while servers are killed and LISTEN connections cut? Ours and the stock
 * way run side by side and suffer the same kills at the same moments; a run in which the stock way loses nothing proves
 * nothing. Options: --seconds N, --rate N (alerts a second), --screens N, --kills N, --listener-kills N.
 */
const options = readOptions({ seconds: 170, rate: 18, screens: 110, kills: 50, 'listener-kills': 30 })
const { seconds, rate, screens } = options
/** A press that has no answer so long after the last kill never gets one. */
const ANSWER_WITHIN_MS = 45_000

await using bench = await startBenchDatabase()
await bench.pool.query(`create table stock_alerts (id bigserial primary key, scan_id uuid not null unique,
  event text not null, at timestamptz not null default now())`)
const tokens = await createStaff(bench, screens)
const stickers = await createStickers(bench, seconds * rate)
await slowTransactions()

/** What a screen has shown. */
class ShownAlerts {
  readonly ids = new Set<number>()
  readonly #raised = new Set<string>()
  /** Alerts announced a second time: `raised` for an id and version that was already shown as raised. */
  duplicates = 0
  opens = 0
  /** Milliseconds without a socket, each time it was lost. */
  readonly gaps: number[] = []

  take(event: LiveEvent): void {
    if (event.type === 'snapshot') {
      for (const alert of event.alerts) this.ids.add(alert.id)
      return
    }
    this.ids.add(event.alert.id)
    if (event.kind !== 'raised') return
    const key = `${event.alert.id}:${event.alert.version}`
    if (this.#raised.has(key)) this.duplicates += 1
    this.#raised.add(key)
  }
}

/** A screen with the unchanged tRPC client and the web client's delays; each attempt goes to the next server. */
function openScreen(urls: string[], token: string): ShownAlerts {
  class BrowserSocket extends WebSocket {
    constructor(address: string) {
      super(address, { origin: new URL(address).origin.replace('ws', 'http') })
    }
  }
  const shown = new ShownAlerts()
  let [attempts, lost] = [0, 0]
  const client = createWSClient({
    url: () => `${urls[attempts++ % urls.length]!.replace('http', 'ws')}/trpc-ws`,
    WebSocket: BrowserSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: () => ({ token }),
    retryDelayMs: (attempt) => retryDelay(attempt + 1),
    onOpen() {
      shown.opens += 1
      if (shown.opens > 1) shown.gaps.push(nowMs() - lost)
    },
    onClose: () => void (lost = nowMs()),
  })
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  trpc.alerts.live.subscribe(undefined, {
    onData: (message) => shown.take(message.data),
    onError: (error) => console.error('A screen ended:', error.message),
    onComplete: () => console.error('A screen was completed'),
  })
  return shown
}

/** Two servers that are started again whenever they die, their screens, and the ledger of what they acknowledged. */
class LossArm {
  readonly name: 'ours' | 'stock'
  /** Application name of its LISTEN connections. */
  readonly #listener: string
  readonly ledger = new Ledger()
  readonly #urls: string[] = []
  readonly #servers: (ServerProcess | null)[] = []
  #screens: ShownAlerts[] = []
  #presses: Promise<unknown>[] = []
  #stopped = false
  kills = 0
  listener_kills = 0

  constructor(name: 'ours' | 'stock', listener: string) {
    this.name = name
    this.#listener = listener
  }

  async start(): Promise<void> {
    const ports = [await freePort(), await freePort()]
    this.#urls.push(...ports.map((port) => `http://127.0.0.1:${port}`))
    await Promise.all(ports.map((port, index) => this.#keepAlive(index, port)))
    this.#screens = Array.from({ length: screens }, (_, index) =>
      openScreen(index % 2 ? this.#urls.toReversed() : this.#urls, tokens[index % tokens.length]!),
    )
    for (const deadline = nowMs() + 30_000; this.#screens.some(({ opens }) => opens === 0); await wait(50))
      if (nowMs() > deadline) throw new Error(`The screens of ${this.name} did not open`)
  }

  /** Starts a server and starts it again when it ends, as a supervisor would. Resolves when it first serves. */
  async #keepAlive(index: number, port: number): Promise<void> {
    try {
      // Killed and cut on purpose: their complaints are expected.
      const environment = { LOG_LEVEL: process.env.BENCH_LOG ?? 'silent', HOLD_MS: '30' }
      const server = await startServer(bench, { arm: this.name, port, environment })
      this.#servers[index] = server
      void server.exited.then(() => {
        this.#servers[index] = null
        if (!this.#stopped) void this.#keepAlive(index, port)
      })
    } catch (error) {
      if (this.#stopped) return
      console.error(`${this.name}: a server did not start, once more:`, (error as Error).message)
      await wait(300)
      await this.#keepAlive(index, port)
    }
  }

  /** Kills the server with this index, if it serves at the moment. */
  kill(index: number): void {
    const server = this.#servers[index]
    if (!server) return
    this.#servers[index] = null
    server.kill()
    this.kills += 1
  }

  /** Ends one LISTEN connection, if there is one. */
  async cut(): Promise<void> {
    const found = await bench.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 order by random() limit 1`,
      [this.#listener],
    )
    this.listener_kills += found.rowCount ?? 0
  }

  /** One press in ten is sent once more although it was answered, as a page does whose answer got lost. */
  press(sticker: string): void {
    let turn = Math.floor(Math.random() * 2)
    const url = () => this.#urls[turn++ % 2]!
    this.#presses.push(this.ledger.pressUntilAccepted(url, sticker, Math.random() < 0.1 ? 2 : 1))
  }

  /** Presses that were never acknowledged although the servers were there again. */
  unanswered = () => this.#presses.length - this.ledger.answers.size

  /** Waits until every press is acknowledged and every screen has had time to get everything. */
  async settle(): Promise<{ expected: number; lost: number; duplicates: number; examples: number[] }> {
    await Promise.race([Promise.all(this.#presses), wait(ANSWER_WITHIN_MS)])
    for (let [quiet, last] = [0, -1]; ;) {
      const ids = this.ledger.ids()
      const missing = this.#screens.flatMap((screen) => ids.filter((id) => !screen.ids.has(id)))
      quiet = missing.length === last ? quiet + 1 : 0
      last = missing.length
      if (last === 0 || quiet >= 6) {
        const duplicates = sum(this.#screens.map((screen) => screen.duplicates))
        return { expected: ids.length * screens, lost: last, duplicates, examples: missing.slice(0, 5) }
      }
      await wait(1_500)
    }
  }

  gaps = () => this.#screens.flatMap(({ gaps }) => gaps)

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#servers.flatMap((server) => server?.stop() ?? []))
  }
}

const ours = new LossArm('ours', 'tvarit-live')
const stock = new LossArm('stock', 'stock-live')
const arms = [ours, stock]
await Promise.all(arms.map((arm) => arm.start()))
await chaos()
const found = await Promise.all(arms.map((arm) => arm.settle()))
await Promise.all(arms.map((arm) => arm.stop()))
const doubled = await bench.pool.query(`select from alerts group by coupon_id having count(*) > 1`)
const known = await ours.ledger.compare(bench)

printTable(
  'Acknowledged alerts on every screen',
  arms.map((arm, index) => ({
    arm: arm.name,
    alerts: arm.ledger.ids().length,
    deliveries: String(found[index]!.expected),
    lost: String(found[index]!.lost),
    'lost %': (found[index]!.lost / found[index]!.expected) * 100,
    'visible duplicates': found[index]!.duplicates,
    'server kills': arm.kills,
    'LISTEN kills': arm.listener_kills,
    'sockets lost': arm.gaps().length,
    'back after p50, ms': percentile(arm.gaps(), 0.5),
    'p99, ms': percentile(arm.gaps(), 0.99),
    'presses retried': arm.ledger.rejections,
  })),
)
const [mine, theirs] = found as [(typeof found)[0], (typeof found)[0]]
if (mine.lost > 0) console.log('missing, for example:', mine.examples.join(', '))
report.judge('lost deliveries', mine.lost, 'at most', 0)
report.judge('visible duplicates', mine.duplicates, 'at most', 0)
report.judge('presses that were never acknowledged', ours.unanswered(), 'at most', 0)
report.judge('scan_ids that were answered with two alerts', ours.ledger.doubled(), 'at most', 0)
report.judge('stickers pressed once with two alerts', doubled.rowCount!, 'at most', 0)
report.judge('acknowledged alerts the database does not know', known.lost, 'at most', 0)
report.judge('server kills', ours.kills, 'at least', Math.floor(options.kills * 0.8))
report.judge('LISTEN kills', ours.listener_kills, 'at least', Math.floor(options['listener-kills'] * 0.7))
report.judge('deliveries the stock way loses, else the run proves nothing', theirs.lost, 'at least', 1)

/** Presses at a fixed rate while servers and LISTEN connections die. */
async function chaos(): Promise<void> {
  const until = nowMs() + seconds * 1_000
  const every = async (mean_ms: number, last_ms: number, work: (turn: number) => unknown) => {
    for (let turn = 0; ; turn++) {
      await wait(mean_ms * (0.6 + Math.random() * 0.8))
      if (nowMs() > last_ms) return
      await work(turn)
    }
  }
  await Promise.all([
    atRate(seconds * rate, rate, async (n) => {
      for (const arm of arms) arm.press(stickers[n]!)
    }),
    every((seconds * 1_000) / (options.kills * 1.1), until - 1_000, (turn) => {
      // Mostly one of the two; each tenth time both at once.
      const victims = turn % 10 === 9 ? [0, 1] : [turn % 2]
      for (const victim of victims) for (const arm of arms) arm.kill(victim)
    }),
    every((seconds * 1_000) / options['listener-kills'], until, () => Promise.allSettled(arms.map((arm) => arm.cut()))),
  ])
}

/**
 * Makes transactions as slow as they sometimes are: up to 30 ms between the alert and its number, and some between the
 * number and the commit. Both are triggers of this benchmark's database; the product knows nothing of them.
 */
async function slowTransactions(): Promise<void> {
  await bench.pool.query(`
    create function bench_before_number() returns trigger language plpgsql as
      $$ begin perform pg_sleep(random() * 0.030); return new; end $$;
    create trigger bench_before_number before insert on alerts for each row execute function bench_before_number();
    create function bench_before_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(random() * 0.008); return null; end $$;
    create constraint trigger bench_before_commit after insert on alert_events deferrable initially deferred
      for each row execute function bench_before_commit()`)
}
