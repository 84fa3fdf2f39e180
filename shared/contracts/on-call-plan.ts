// Without zod: the browser's page uses it.

import { indianMinute, indianWeekday, lastWeekly } from './indian-time.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const HOUR_MS = 3_600_000
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

/** A part of a shift with the same people all along; none: no person is named, so everybody is called at once. */
export interface ShiftPart {
  from: number
  to: number
  people: number[]
  override: boolean
}

export interface Shift {
  name: 'Day' | 'Night'
  from: number
  to: number
  parts: ShiftPart[]
}

/** Shifts change with the handover where that is in the morning or evening, else at 8. */
function shiftHour({ rota, since }: OnCallPlan): number {
  const [hours, minutes] = handoverOf(since).time.split(':').map(Number) as [number, number]
  const hour = (hours % 12) + minutes / 60
  return rota.length > 0 && hour >= 5 && hour <= 11 ? hour : 8
}

/** The day's two shifts of 12 hours. `midnight` is when the day begins in India. */
export function shiftsOf(plan: OnCallPlan, midnight: number): Shift[] {
  const begin = midnight + shiftHour(plan) * HOUR_MS
  return (['Day', 'Night'] as const).map((name, n) => {
    const [from, to] = [begin + 12 * n * HOUR_MS, begin + 12 * (n + 1) * HOUR_MS]
    return { name, from, to, parts: partsOf(plan, from, to) }
  })
}

function partsOf(plan: OnCallPlan, from: number, to: number): ShiftPart[] {
  const handover = plan.since + (weeksSince(plan.since, from) + 1) * WEEK_MS
  const moments = [handover, ...plan.overrides.flatMap((each) => [each.from, each.to])].filter(
    (at) => from < at && at < to,
  )
  const begins = [...new Set([from, ...moments])].toSorted((a, b) => a - b)
  const parts = begins.map((at, n): ShiftPart => ({
    from: at,
    to: begins[n + 1] ?? to,
    people: onCallAt(plan, at),
    override: plan.overrides.some((each) => each.from <= at && at < each.to),
  }))
  const isSame = (a: ShiftPart, b: ShiftPart) => a.override === b.override && a.people.join() === b.people.join()
  return parts.reduce<ShiftPart[]>((joined, part) => {
    const before = joined.at(-1)
    if (before && isSame(before, part)) before.to = part.to
    else joined.push(part)
    return joined
  }, [])
}
