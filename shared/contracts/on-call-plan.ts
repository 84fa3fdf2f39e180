// Without zod: the browser's page uses it.

import { indianMinute, indianWeekday, lastWeekly } from './indian-time.ts'

const WEEK_MS = 7 * 86_400_000
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Who is on call when. Moments are milliseconds; `rota` is the order of people, and the first took over at `since`. */
export interface OnCallPlan {
  rota: readonly number[]
  since: number
  overrides: readonly { person_id: number; from: number; to: number }[]
}

const weeksSince = (since: number, at: number) => Math.floor((at - since) / WEEK_MS)

/** The rota as it stands at that moment, the person of this week first, and when that week began. */
export function rotaAt({ rota, since }: Pick<OnCallPlan, 'rota' | 'since'>, at: number) {
  const weeks = weeksSince(since, at)
  const first = rota.length === 0 ? 0 : ((weeks % rota.length) + rota.length) % rota.length
  return { rota: [...rota.slice(first), ...rota.slice(0, first)], since: since + weeks * WEEK_MS }
}

/** The people the plan names for that moment: those of overrides, else the rota's. None means everybody. */
export function onCallAt(plan: OnCallPlan, at: number): number[] {
  const instead = plan.overrides.filter(({ from, to }) => from <= at && at < to).map(({ person_id }) => person_id)
  return instead.length > 0 ? [...new Set(instead)] : rotaAt(plan, at).rota.slice(0, 1)
}

/** The next moment at which other people are on call, and who. Null when that never happens. */
export function nextOnCall(plan: OnCallPlan, at: number): { at: number; people: number[] } | null {
  const now = onCallAt(plan, at).join()
  const week = rotaAt(plan, at).since
  // Two weeks beyond the last override show every change there is.
  const weeks = Math.max(0, ...plan.overrides.map(({ to }) => weeksSince(week, to))) + 2
  const moments = [
    ...Array.from({ length: weeks }, (_, n) => week + (n + 1) * WEEK_MS),
    ...plan.overrides.flatMap(({ from, to }) => [from, to]),
  ]
  for (const moment of moments.filter((each) => each > at).toSorted((a, b) => a - b)) {
    const people = onCallAt(plan, moment)
    if (people.join() !== now) return { at: moment, people }
  }
  return null
}

/** The handover as people set it: `1`, `09:00`. */
export const handoverOf = (since: number) => ({ weekday: indianWeekday(since), time: indianMinute(since) })

/** The latest handover up to now. */
export const handoverBefore = ({ weekday, time }: { weekday: number; time: string }, now: number): number =>
  lastWeekly(now, weekday, time)
