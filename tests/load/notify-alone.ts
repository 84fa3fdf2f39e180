import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchDatabase } from './bench-database.ts'
import { ask, startProcess } from './processes.ts'
import { nowMs, percentile } from './statistics.ts'

/**
 * The floor below the floor: one INSERT with its notification, at a fixed rate, until another process has it.
 * Returns p50 and p99 in milliseconds.
 */
export async function measureNotifyAlone(
  bench: BenchDatabase,
  options: { per_second: number; seconds: number },
): Promise<{ p50: number; p99: number }> {
  const listener = await startProcess(path.join(import.meta.dirname, 'notify-listener.ts'), {
    environment: { DATABASE_URL: bench.url },
  })
  try {
    const begin = nowMs()
    const inserts: Promise<[number, number]>[] = []
    for (let index = 0; index < options.per_second * options.seconds; index++) {
      const early = begin + (index * 1_000) / options.per_second - nowMs()
      if (early > 0) await wait(early)
      inserts.push(insert(bench))
    }
    const sent = await Promise.all(inserts)
    await wait(200)
    const arrived = new Map(await ask<[number, number][]>(listener, { name: 'take' }))
    const latencies = sent.map(([id, at_ms]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at_ms)
    return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
  } finally {
    await listener.stop()
  }
}

async function insert(bench: BenchDatabase): Promise<[id: number, sent_ms: number]> {
  const sent_ms = nowMs()
  const added = await bench.pool.query<{ id: number }>(
    `with added as (insert into floor_alerts (body) values ('{}') returning id)
     select id, pg_notify('bare', id::text) from added`,
  )
  return [added.rows[0]!.id, sent_ms]
}
