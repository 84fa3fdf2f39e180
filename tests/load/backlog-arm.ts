import { setTimeout as wait } from 'node:timers/promises'
import { createMessage, insertMessages, queueMessage } from '@tvarit/shared/domain/ground/messages/create-message'
import { sql } from 'kysely'
import type { BenchDatabase } from './bench-database.ts'
import type { Started } from './processes.ts'
import type { Provider } from './provider.ts'
import { median, nowMs, percentile } from './statistics.ts'

const CODES = 10_000
const OTHERS = 100_000
const PROVIDER_MS = 1_000
const MEASURED = 150
const PAUSE_MS = 100

/** Messages of one template and their jobs, as the product writes them. */
const fill = (bench: BenchDatabase, template: string, params: object, count: number, from: number) =>
  bench.db.transaction().execute((tx) =>
    queueMessage(
      tx,
      insertMessages(
        ['template', 'to_phone', 'params', 'dedupe_key', 'next_attempt_at', 'expires_at'],
        sql`select ${template}, (${from}::bigint + n)::text, ${JSON.stringify(params)}::jsonb, 'backlog-' || (${from}::bigint + n),
          now() + interval '5 seconds', now() + interval '1 hour' from generate_series(1, ${count}::int) n`,
      ),
    ),
  )

/**
 * From the commit of an alert's message to the call of its provider, beside codes and other messages that wait for a
 * provider that takes a second for each.
 */
export async function besideBacklog(bench: BenchDatabase, provider: Provider, start: () => Promise<Started>) {
  await bench.pool.query('truncate outbox, messages cascade')
  const reminder = { days: 7, end_date: '2027-01-01', url: 'https://tvarit.example/' }
  for (let n = 0; n < OTHERS; n += CODES) await fill(bench, 'renewal_reminder', reminder, CODES, 6_000_000_000 + n)
  await fill(bench, 'otp', { code: '123456' }, CODES, 7_000_000_000)
  await bench.pool.query('vacuum analyze outbox, messages')
  provider.delay(PROVIDER_MS)
  const worker = await start()
  const taken: number[] = []
  try {
    await called(provider, (call) => call.to.startsWith('7'))
    for (let n = 0; n < MEASURED; n++) {
      const to = String(8_000_000_000 + (Math.floor(nowMs() * 1000) % 1_000_000_000))
      await bench.db.transaction().execute((tx) =>
        createMessage(tx, {
          to_phone: to,
          template: 'relative_alert',
          params: { name: 'Asha', place: 'Pune', time: '14:05', url: reminder.url, call_back: '18001234567' },
          dedupe_key: `beside-${to}`,
          valid_seconds: 600,
        }),
      )
      const committed = nowMs()
      taken.push((await called(provider, (call) => call.to === to)) - committed)
      await wait(PAUSE_MS)
    }
    const { rows } = await bench.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from messages where state in ('pending', 'sending')`,
    )
    return { p50: median(taken), p99: percentile(taken, 0.99), still_waiting: rows[0]!.waiting }
  } finally {
    await worker.stop()
    provider.delay(0)
  }
}

async function called(provider: Provider, which: (call: Provider['calls'][number]) => boolean): Promise<number> {
  for (const until = nowMs() + 60_000; nowMs() < until; await wait(1)) {
    const call = provider.calls.findLast(which)
    if (call) return call.at_ms
  }
  throw new Error('The provider was not called within a minute')
}
