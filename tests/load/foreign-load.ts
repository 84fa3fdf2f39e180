import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { nowMs } from './statistics.ts'

/** Clock ticks (10 ms) of all CPUs together that were not idle, and those of this benchmark's own processes. */
interface Sample {
  at_ms: number
  busy: number
  own: number
}

/**
 * Begins to watch what share of the machine others use; the function returned tells it (0 to 1). A shared machine makes
 * latencies meaningless for minutes, and a benchmark should know when.
 */
export function watchForeignLoad(): () => number {
  const begin = sample()
  return () => {
    const end = sample()
    const ticks = ((end.at_ms - begin.at_ms) / 10) * availableParallelism()
    return Math.max(0, (end.busy - begin.busy - (end.own - begin.own)) / ticks)
  }
}

function sample(): Sample {
  const [user, nice, system, , , irq, softirq, steal] = fs
    .readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return { at_ms: nowMs(), busy: user + nice + system + irq + softirq + steal, own: ownTicks() }
}

/** Ticks of this process and all its descendants: servers, screens, PostgreSQL. */
function ownTicks(): number {
  const parents = new Map<number, number>()
  const ticks = new Map<number, number>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      parents.set(Number(name), Number(fields[1]))
      // Its own, and those of its children that have ended.
      ticks.set(
        Number(name),
        fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
      )
    } catch {
      // it ended meanwhile
    }
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(parents.get(pid) ?? 0))
  return [...ticks].reduce((total, [pid, own]) => total + (isOwn(pid) ? own : 0), 0)
}
