/** Steps people count in: seconds, minutes, hours, days. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400]
const MOST_STEPS = 5

/** The marks of an axis of seconds from 0 to at least `max`. */
export function timeTicks(max: number): number[] {
  const step = TIME_STEPS.find((size) => max / size <= MOST_STEPS) ?? Math.ceil(max / MOST_STEPS / 86_400) * 86_400
  return upTo(max, step)
}

/** The marks of an axis of whole things from 0 to at least `max`. */
export function countTicks(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / MOST_STEPS)))
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => max / size <= MOST_STEPS)!
  return upTo(max, step)
}

function upTo(max: number, step: number): number[] {
  const steps = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/**
 * Where an axis ends: at the largest value, unless a few are so far out that they would flatten all others. Then at
 * twice what nine of ten values keep below, and at least at a little more than the target.
 */
export function axisEnd(values: readonly number[], target = 0): number {
  const sorted = values.toSorted((a, b) => a - b)
  const most = Math.max(1, sorted.at(-1) ?? 0, target)
  const usual = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0
  return Math.min(most, Math.max(2 * usual, 1.2 * target, 1))
}

/** `42 s`, `3 min 5 s`, `18 min`, `1 h 4 min`: as fine as a reader can use it. */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 600) return parts(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(whole / 60)
  return minutes < 60 ? `${minutes} min` : parts(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

const parts = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
