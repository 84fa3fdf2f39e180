import { setTimeout as wait } from 'node:timers/promises'
import { nowMs } from './child.ts'
import { cpuSeconds, median, percentile, sum, watchForeignLoad } from './harness.ts'
import { type ArmName, type BenchDatabase, startProcess, startServer } from './product.ts'
import { type Press, pressAll } from './presses.ts'
import type { Taken } from './screens-process.ts'

export interface FanOut {
  /** Press to last screen, in milliseconds, of each alert that reached every screen. */
  latencies: number[]
  p50: number
  p99: number
  /** Alerts that did not reach every screen in time; always 0 on an honest run. */
  incomplete: number
  /** Server CPU in microseconds per delivered message, everything included. */
  cpu_us: number
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
}

export interface OpenArm extends AsyncDisposable {
  /** Presses for so many seconds and waits until every screen has it. */
  measure(seconds: number): Promise<void>
  /** What was measured since the last time, and forgets it. */
  take(): FanOut
  urls: string[]
}

/** Starts fresh processes of an arm, attaches its screens and warms it up with presses that do not count. */
export async function openArm(options: ArmOptions): Promise<OpenArm> {
  const { arm, bench, per_second, screens, tokens } = options
  await using stack = new AsyncDisposableStack()
  const starting = Array.from({ length: options.servers }, () => startServer(bench, { arm }))
  const servers = (await Promise.all(starting)).map((server) => stack.use(server))
  const urls = servers.map((server) => server.url)
  const watcher = stack.use(await startProcess('screens-process.ts'))
  const cpu = () => sum(servers.map((server) => cpuSeconds(server.pid)))
  let latencies: number[] = []
  let foreign: number[] = []
  let [incomplete, delivered, cpuSpent] = [0, 0, 0]

  async function press(seconds: number): Promise<{ presses: Press[]; seen: Taken['seen'] }> {
    const presses = await pressAll(urls, options.stickers(Math.ceil(seconds * per_second)), per_second)
    const seen: Taken['seen'] = new Map()
    for (const deadline = nowMs() + 5_000; nowMs() < deadline; await wait(20)) {
      for (const [id, { count, last_ms }] of (await watcher.ask<Taken>('take')).seen) {
        const before = seen.get(id) ?? { count: 0, last_ms: 0 }
        seen.set(id, { count: count + before.count, last_ms: Math.max(last_ms, before.last_ms) })
      }
      if (presses.every(({ id }) => seen.get(id)?.count === screens)) break
    }
    return { presses, seen }
  }

  await watcher.ask('open', { count: screens, urls, tokens })
  await press(options.warm_s)
  const open = stack.move()
  return {
    urls,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
    async measure(seconds) {
      const cpuBefore = cpu()
      const foreignShare = watchForeignLoad()
      const { presses, seen } = await press(seconds)
      cpuSpent += cpu() - cpuBefore
      foreign.push(foreignShare())
      const complete = presses.filter(({ id }) => seen.get(id)?.count === screens)
      latencies.push(...complete.map(({ id, sent_ms }) => seen.get(id)!.last_ms - sent_ms))
      incomplete += presses.length - complete.length
      delivered += sum([...seen.values()].map(({ count }) => count))
    },
    take() {
      const taken = {
        latencies,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        incomplete,
        cpu_us: (cpuSpent * 1e6) / delivered,
        foreign: median(foreign),
      }
      ;[latencies, foreign] = [[], []]
      ;[incomplete, delivered, cpuSpent] = [0, 0, 0]
      return taken
    },
  }
}
