import fs from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { nowMs } from './child.ts'

type Defaults = Record<string, string | number | boolean>
type Options<D extends Defaults> = {
  [K in keyof D]: D[K] extends string ? string : D[K] extends number ? number : boolean
}

/** The options of this run, each of the kind of its default. */
export function readOptions<D extends Defaults>(defaults: D): Options<D> {
  const kind = (value: Defaults[string]) => ({ type: typeof value === 'boolean' ? 'boolean' : 'string' }) as const
  const options = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, kind(value)]))
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof defaults[name] === 'number' ? Number(value) : value,
  ])
  return { ...defaults, ...Object.fromEntries(given) } as Options<D>
}

/** Runs the parts of a benchmark one after the other, or those that `only` names. */
export async function runParts(parts: Record<string, () => Promise<void>>, only: string): Promise<void> {
  for (const [name, run] of Object.entries(parts)) if (!only || only.split(',').includes(name)) await run()
}

/** The value below which `share` (0 to 1) of the sorted values lie; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = nowMs()
  await work()
  return nowMs() - begin
}

const short = (value: number): string => (Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : '-')
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Prints rows as columns of equal width; the keys of the first row are the heads. */
export function printTable(title: string, rows: Record<string, string | number>[]): void {
  const heads = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => heads.map((head) => (typeof row[head] === 'number' ? short(row[head]) : row[head]!)))
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]!.length)))
  const line = (texts: string[]) => texts.map((text, column) => text.padEnd(widths[column]!)).join('  ')
  console.log(`\n${title}\n${[heads, widths.map((width) => '-'.repeat(width)), ...cells].map(line).join('\n')}`)
}

/** What was judged in this run. */
class Report {
  readonly #rows: { target: string; measured: number; limit: string; ok: boolean }[] = []
  readonly #foreign = watchForeignLoad()

  judge(target: string, measured: number, rule: 'at most' | 'at least', limit: number): void {
    const ok = rule === 'at most' ? measured <= limit : measured >= limit
    this.#rows.push({ target, measured, limit: `${rule} ${limit}`, ok })
  }

  /** Prints the rows for the table of docs/benchmarks.md; the exit code is 1 when a target is missed. */
  finish(bench: string): void {
    console.log(`\nOthers used ${percent(this.#foreign())} of the machine.\n`)
    for (const { target, measured, limit, ok } of this.#rows) {
      console.log(`| \`${bench}\` | ${target} | ${short(measured)} | ${limit} | ${ok ? 'yes' : '**no**'} |`)
    }
    if (this.#rows.some(({ ok }) => !ok)) process.exitCode = 1
  }
}

/**
 * Begins to watch what share of the machine others use; the function returned says it (0 to 1). A shared machine makes
 * latencies meaningless for minutes.
 */
export function watchForeignLoad(): () => number {
  const look = () => ({ at_ms: nowMs(), ticks: busyTicks() - ownTicks() })
  const begin = look()
  return () => {
    const end = look()
    const all = ((end.at_ms - begin.at_ms) / 10) * os.availableParallelism()
    return Math.max(0, (end.ticks - begin.ticks) / all)
  }
}

/** Clock ticks (10 ms) of all processors together that were not idle. */
function busyTicks(): number {
  return sum(os.cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)) / 10
}

/** Parent and clock ticks of a process, the latter with those of its children that have ended. */
export function readStat(pid: number): { parent: number; own: number; with_ended: number } {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1]!, own: sum(fields.slice(11, 13)), with_ended: sum(fields.slice(11, 15)) }
}

/** Ticks of this process and all its descendants: servers, screens, PostgreSQL. */
function ownTicks(): number {
  const stats = new Map<number, ReturnType<typeof readStat>>()
  for (const name of fs.readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name)) stats.set(Number(name), readStat(Number(name)))
    } catch {
      // It ended meanwhile.
    }
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(stats.get(pid)?.parent ?? 0))
  return sum([...stats].map(([pid, { with_ended }]) => (isOwn(pid) ? with_ended : 0)))
}

/** CPU seconds (user and system) a process has used so far; steps of 10 ms. */
export const cpuSeconds = (pid: number): number => readStat(pid).own / 100

/** Resident megabytes of a process. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** More than this share of the machine used by others, and a turn says nothing about latency. */
const CALM = 0.1

/**
 * Turns that others disturbed are made up for by as many more at most, and by none after `until_ms` of the monotonic
 * clock; the calmest `times` turns count.
 */
export async function calmest<T extends { foreign: number }>(
  times: number,
  measure: (turn: number) => Promise<T>,
  until_ms = Infinity,
): Promise<T[]> {
  const turns: T[] = []
  const isEnough = () =>
    turns.filter(({ foreign }) => foreign < CALM).length >= times || turns.length >= times * 2 || nowMs() > until_ms
  while (turns.length < times || !isEnough()) turns.push(await measure(turns.length))
  return turns.toSorted((a, b) => a.foreign - b.foreign).slice(0, times)
}

export const report = new Report()
