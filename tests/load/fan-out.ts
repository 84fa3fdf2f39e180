import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ArmName, startArm } from './arms.ts'
import type { BenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { type Press, pressAll } from './presses.ts'
import { ask, cpuSeconds, residentMb, startProcess } from './processes.ts'
import type { Taken } from './screens-process.ts'
import { median, nowMs, percentile } from './statistics.ts'

export interface FanOut {
  arm: ArmName
  screens: number
  servers: number
  per_second: number
  /** Press to last screen, in milliseconds, of each alert that reached every screen. */
  latencies: number[]
  p50: number
  p99: number
  /** Press to answer, p50 in milliseconds. */
  answer_p50: number
  /** Alerts that did not reach every screen in time; always 0 on an honest run. */
  incomplete: number
  /** Server CPU in microseconds per delivered message, everything included. */
  cpu_us: number
  rss_mb: number
  /** Share of the machine that others used meanwhile, 0 to 1. */
  foreign: number
}

export interface ArmOptions {
  arm: ArmName
  bench: BenchDatabase
  tokens: string[]
  /** Takes stickers nobody has pressed yet. */
  stickers(count: number): string[]
  screens: number
  servers: number
  per_second: number
  warm_s: number
  /** A worker runs beside. */
  worker?: boolean
  profile?: string | undefined
}

const SCREENS = path.join(import.meta.dirname, 'screens-process.ts')

export interface OpenArm {
  /** Presses for so many seconds and waits until every screen has it. */
  measure(seconds: number): Promise<void>
  result(): FanOut
  /** What was measured since the last time, and forgets it. */
  take(): { latencies: number[]; incomplete: number }
  urls: string[]
  close(): Promise<void>
}

/** Starts fresh processes of an arm, attaches its screens and warms it up with presses that do not count. */
export async function openArm(options: ArmOptions): Promise<OpenArm> {
  const { arm, bench, per_second, screens } = options
  const servers = await Promise.all(
    Array.from({ length: options.servers }, () => startArm(arm, bench, { profile: options.profile })),
  )
  const urls = servers.map((server) => server.url)
  const watcher = await startProcess(SCREENS, {
    environment: options.worker ? { ONLY: '"kind":"raised"' } : {},
  })
  const close = async () => {
    await watcher.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
  const cpu = () => servers.reduce((sum, server) => sum + cpuSeconds(server.pid), 0)
  const latencies: number[] = []
  const answers: number[] = []
  const foreign: number[] = []
  let incomplete = 0
  let delivered = 0
  let cpuSpent = 0

  async function press(seconds: number): Promise<{ presses: Press[]; seen: Taken['seen'] }> {
    const presses = await pressAll({ urls, stickers: options.stickers(Math.ceil(seconds * per_second)), per_second })
    const seen: Taken['seen'] = new Map()
    for (const deadline = nowMs() + 5_000; nowMs() < deadline; await wait(20)) {
      merge(seen, (await ask<Taken>(watcher, { name: 'take' })).seen)
      if (presses.every(({ id }) => seen.get(id)?.count === screens)) break
    }
    return { presses, seen }
  }

  try {
    await ask(watcher, { name: 'open', count: screens, urls, tokens: options.tokens, reconnect: false })
    await press(options.warm_s)
  } catch (error) {
    await close()
    throw error
  }
  return {
    close,
    urls,
    take() {
      const taken = { latencies: latencies.splice(0), incomplete }
      incomplete = 0
      return taken
    },
    async measure(seconds) {
      const cpuBefore = cpu()
      const foreignShare = watchForeignLoad()
      const { presses, seen } = await press(seconds)
      cpuSpent += cpu() - cpuBefore
      foreign.push(foreignShare())
      const complete = presses.filter(({ id }) => seen.get(id)?.count === screens)
      latencies.push(...complete.map(({ id, sent_ms }) => seen.get(id)!.last_ms - sent_ms))
      answers.push(...presses.map((each) => each.answered_ms - each.sent_ms))
      incomplete += presses.length - complete.length
      delivered += [...seen.values()].reduce((sum, { count }) => sum + count, 0)
    },
    result: () => ({
      arm,
      screens,
      servers: options.servers,
      per_second,
      latencies,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      answer_p50: percentile(answers, 0.5),
      incomplete,
      cpu_us: (cpuSpent * 1e6) / delivered,
      rss_mb: Math.max(...servers.map((server) => residentMb(server.pid))),
      foreign: median(foreign),
    }),
  }
}

function merge(into: Taken['seen'], more: Taken['seen']): void {
  for (const [id, { count, last_ms }] of more) {
    const entry = into.get(id)
    into.set(id, { count: count + (entry?.count ?? 0), last_ms: Math.max(last_ms, entry?.last_ms ?? 0) })
  }
}
