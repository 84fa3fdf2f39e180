import { nowMs } from './statistics.ts'

/** More than this share of the machine used by others, and a turn says nothing about latency. */
const CALM = 0.1

/**
 * Turns that others disturbed are made up for by as many more at most, and by none after `until_ms` of the monotonic
 * clock; the calmest `times` turns count. `noise` is the share of the machine others used during a turn, 0 to 1.
 */
export async function calmest<T>(options: {
  times: number
  measure(): Promise<T>
  noise(turn: T): number
  until_ms?: number
}): Promise<T[]> {
  const { times, measure, noise, until_ms = Infinity } = options
  const turns: T[] = []
  const isEnough = () =>
    turns.filter((turn) => noise(turn) < CALM).length >= times || turns.length >= times * 2 || nowMs() > until_ms
  while (turns.length < times || !isEnough()) turns.push(await measure())
  return turns.toSorted((a, b) => noise(a) - noise(b)).slice(0, times)
}
