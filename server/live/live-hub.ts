import { currentSeq, type LiveChange, readLiveChanges } from '@tvarit/shared/domain/alerts/read-live-changes'
import { openAlerts } from '@tvarit/shared/domain/alerts/alert-cards'
import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { type Listener, startListener } from '@tvarit/shared/platform/process/listener'
import type { Ctx } from '@tvarit/shared/platform/context'
import { type Repeating, repeat } from '@tvarit/shared/platform/process/repeating'

/** Texts kept with one event. Consoles begin with the same id, so nearly all of them share one. */
const MOST_TEXTS = 4

/** A live event with its JSON, made once for all consoles. */
export class SharedEvent {
  readonly event: LiveEvent
  readonly seq: number
  /** Of a synthetic scan: no console gets it. */
  readonly synthetic: boolean
  readonly #texts = new Map<string, Buffer>()

  constructor(event: LiveEvent, synthetic = false) {
    this.event = event
    this.synthetic = synthetic
    this.seq = event.seq
  }

  /**
   * A message in UTF-8 that many consoles share, made at the first use of `key`. Clients choose their keys and the event
   * is kept for long, so only the first few messages are kept with it.
   */
  text(key: string, make: (json: string) => string): Buffer {
    const kept = this.#texts.get(key)
    if (kept) return kept
    this.#json ??= JSON.stringify(this.event)
    const text = Buffer.from(make(this.#json))
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(key, text)
    return text
  }
  #json: string | undefined
}

/** One console. `push` must not block: when it cannot take an event it drops the console. */
export interface LiveSubscriber {
  /** In the order of their seq; the array is shared and must not be kept. */
  push(events: readonly SharedEvent[]): void
}

interface Subscription {
  subscriber: LiveSubscriber
  /** Gets synthetic alerts and nothing else; the others get all but those. */
  synthetic: boolean
  /** The last seq this console has; null until its first events are read. */
  position: number | null
}

/** Changes kept for consoles that come back; an older cursor is answered with a fresh snapshot. */
const KEPT = 2_000
const BATCH = 500

/** What the hub reports to the metrics. */
export interface LiveMetrics {
  /** An alert was written to every console, this long after its press reached the database. */
  reached_consoles(seconds: number): void
  /** A console that came (back) was served from memory, by a query of its own, or with a snapshot. */
  console_started(from: 'memory' | 'query' | 'snapshot'): void
}

export interface LiveHub {
  /** Attaches a console. It first gets what it missed after `cursor` (or a snapshot), then every change, once. */
  subscribe(subscriber: LiveSubscriber, cursor: number | null): () => void
  /** Attaches the socket of synthetic scans: it gets their alerts from now on, and no others. */
  subscribeSynthetic(subscriber: LiveSubscriber): () => void
  /** Calls back with the id of a session that has ended, and with null when all should be checked again. */
  on_session(listener: (session_id: string | null) => void): void
  /** Milliseconds since the last successful read of the database. */
  idle_ms(): number
  /** Milliseconds since a read last ended, well or not: grows only while one hangs. */
  stuck_ms(): number
  /** Number of attached consoles. */
  size(): number
  stop(): Promise<void>
}

interface LiveHubDeps extends Pick<Ctx, 'db' | 'config' | 'log'> {
  metrics: LiveMetrics
}

/**
 * Reads every change from PostgreSQL by seq and sends it to every console of this server process. It reads on each
 * notification, each time LISTEN connects again, and each second. No data is taken from the notification itself, so a
 * lost one costs at most a second and never an alert.
 */
export function startLiveHub({ db, config, log, metrics }: LiveHubDeps): LiveHub {
  // One connection apart from the pool of the presses, so that a flood of them cannot delay the consoles.
  const readerPool = createPool({
    url: config.DATABASE_URL,
    max: 1,
    name: 'tvarit-live-reader',
    log,
    statement_timeout_ms: 5_000,
    by_keys: true,
  })
  const readerDb = createDatabase(readerPool, { prepare: 'all' })
  const subscriptions = new Set<Subscription>()
  const kept: SharedEvent[] = []
  /** Everything up to here has been read; null until the first read. */
  let position: number | null = null
  const looked = Promise.withResolvers<void>()
  let snapshot: Promise<SharedEvent> | null = null
  let sessionListener: ((session_id: string | null) => void) | null = null

  async function catchUp(): Promise<void> {
    // A process that has just started reads the last changes too: consoles that come back then need no query each.
    const first = position === null
    position ??= Math.max(0, (await currentSeq(readerDb)) - BATCH)
    looked.resolve()
    for (;;) {
      const changes: LiveChange[] = await readLiveChanges(readerDb, position, BATCH)
      const read = performance.now()
      deliver(changes.map(({ event, synthetic }) => new SharedEvent(event, synthetic)))
      if (!first && subscriptions.size > 0) measure(changes, performance.now() - read)
      if (changes.length < BATCH) return
    }
  }

  function measure(changes: LiveChange[], writing_ms: number): void {
    for (const { event, age_ms } of changes) {
      if (event.kind === 'raised') metrics.reached_consoles((age_ms + writing_ms) / 1000)
    }
  }

  function deliver(events: SharedEvent[]): void {
    position = events.at(-1)?.seq ?? position
    kept.push(...events)
    if (kept.length > KEPT) kept.splice(0, kept.length - KEPT)
    for (const subscription of subscriptions) {
      if (subscription.position !== null) give(subscription, events)
    }
  }

  /** What this console does not have yet: nearly always all of it. */
  function give(subscription: Subscription, events: readonly SharedEvent[]): void {
    const has = subscription.position!
    const news = events.length > 0 && events[0]!.seq > has ? events : events.filter((event) => event.seq > has)
    if (news.length === 0) return
    subscription.position = news.at(-1)!.seq
    const strange = news.some(({ synthetic }) => synthetic !== subscription.synthetic)
    const own = strange ? news.filter(({ synthetic }) => synthetic === subscription.synthetic) : news
    if (own.length > 0) subscription.subscriber.push(own)
  }

  /** Everything a new or returning console must have before it joins the others. */
  async function start(subscription: Subscription, cursor: number | null): Promise<void> {
    // What commits before our own first read never comes by `deliver`: a console that read earlier would miss it.
    await looked.promise
    if (subscription.synthetic) return void (subscription.position = position!)
    let begin = cursor === null ? null : await missedSince(cursor)
    metrics.console_started(begin === null ? 'snapshot' : begin.events.length > 0 ? 'query' : 'memory')
    if (begin === null) {
      const first = await (snapshot ??= readSnapshot())
      if (!subscriptions.has(subscription)) return
      subscription.subscriber.push([first])
      begin = { position: first.seq, events: [] }
    }
    if (!subscriptions.has(subscription)) return
    // From here on nothing is awaited: what was delivered meanwhile is in `kept`, what follows comes by `deliver`.
    subscription.position = begin.position
    give(subscription, begin.events)
    give(subscription, kept)
  }

  async function missedSince(cursor: number): Promise<{ position: number; events: SharedEvent[] } | null> {
    const newest = position!
    // A cursor from the future belongs to another database: start afresh.
    if (cursor > newest && cursor > (await currentSeq(db))) return null
    const oldest = kept[0]?.seq
    if (cursor >= newest || (oldest !== undefined && cursor >= oldest - 1)) return { position: cursor, events: [] }
    const changes = await readLiveChanges(db, cursor, KEPT)
    if (changes.length >= KEPT) return null
    return { position: cursor, events: changes.map(({ event, synthetic }) => new SharedEvent(event, synthetic)) }
  }

  /** Consoles that come at the same moment share one query. */
  async function readSnapshot(): Promise<SharedEvent> {
    try {
      return new SharedEvent({ type: 'snapshot', ...(await openAlerts(db)) })
    } finally {
      snapshot = null
    }
  }

  const reader: Repeating = repeat({ name: 'live reader', every_ms: 1_000, log, work: catchUp })
  const listener: Listener = startListener({
    url: config.DATABASE_SESSION_URL,
    channels: ['live', 'sessions'],
    name: 'tvarit-live',
    log,
    on_notify: (channel, payload) => (channel === 'live' ? reader.wake() : sessionListener?.(payload)),
    on_connect: () => {
      reader.retry()
      sessionListener?.(null)
    },
  })

  return {
    subscribe(subscriber, cursor) {
      return attach({ subscriber, synthetic: false, position: null }, cursor)
    },
    subscribeSynthetic: (subscriber) => attach({ subscriber, synthetic: true, position: null }, null),
    on_session(callback) {
      sessionListener = callback
    },
    idle_ms: reader.idle_ms,
    stuck_ms: reader.stuck_ms,
    size: () => [...subscriptions].filter(({ synthetic }) => !synthetic).length,
    async stop() {
      await listener.close()
      await reader.stop()
      await readerDb.destroy()
      subscriptions.clear()
    },
  }

  function attach(subscription: Subscription, cursor: number | null): () => void {
    subscriptions.add(subscription)
    startWithRetry(subscription, cursor)
    return () => subscriptions.delete(subscription)
  }

  /** A database that is away when a console arrives is waited for; the console stays attached. */
  function startWithRetry(subscription: Subscription, cursor: number | null): void {
    start(subscription, cursor).catch((error: unknown) => {
      log.warn({ error }, 'a console could not be started yet')
      setTimeout(() => {
        if (subscriptions.has(subscription) && subscription.position === null) startWithRetry(subscription, cursor)
      }, 500).unref()
    })
  }
}
