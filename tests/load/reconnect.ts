import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startArm } from './arms.ts'
import { type BenchDatabase, closeAlerts } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { pressAll } from './presses.ts'
import { ask, startProcess } from './processes.ts'
import type { Taken } from './screens-process.ts'
import { percentile } from './statistics.ts'

interface Options {
  bench: BenchDatabase
  tokens: string[]
  stickers(count: number): string[]
  screens: number
}

export interface Reconnect {
  lost: number
  back: number
  p50: number
  p99: number
  max: number
  /** Returns in the fullest 50 ms over the mean of all 50 ms in which screens returned. */
  peak: number
  /** Share of the machine that others used meanwhile, 0 to 1. */
  foreign: number
}

/**
 * Kills one of two servers under load. How long from the loss of its socket until a screen shows events again, at the
 * other server? A proxy that finds a server dead tries the other at once; so do these screens.
 */
export async function measureReconnect(options: Options): Promise<Reconnect> {
  const { bench, screens } = options
  await closeAlerts(bench)
  const servers = await Promise.all([startArm('ours', bench), startArm('ours', bench)])
  const watcher = await startProcess(path.join(import.meta.dirname, 'screens-process.ts'))
  try {
    const urls = servers.map((server) => server.url)
    await ask(watcher, { name: 'open', count: screens, urls, tokens: options.tokens, reconnect: true })
    await pressAll({ urls, stickers: options.stickers(60), per_second: 40 })
    await ask(watcher, { name: 'take' })
    process.kill(servers[1].pid, 'SIGKILL')
    await servers[1].exited
    const foreign = watchForeignLoad()
    await pressAll({ urls: [urls[0]!], stickers: options.stickers(120), per_second: 40 })
    await wait(500)
    const { back, losses } = await ask<Taken>(watcher, { name: 'take' })
    const gaps = back.map(({ lost_ms, live_ms }) => live_ms - lost_ms)
    return {
      lost: losses,
      back: back.length,
      p50: percentile(gaps, 0.5),
      p99: percentile(gaps, 0.99),
      max: Math.max(...gaps),
      peak: peakOf(back.map(({ live_ms }) => live_ms)),
      foreign: foreign(),
    }
  } finally {
    await watcher.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function peakOf(times: number[]): number {
  const first = Math.min(...times)
  const buckets: number[] = []
  for (const time of times) {
    const bucket = Math.floor((time - first) / 50)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  return (Math.max(...Object.values(buckets)) * buckets.length) / times.length
}
