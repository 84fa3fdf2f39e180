import { countGraphemes } from '@tvarit/shared/contracts/graphemes'
import { TEXTS } from '@tvarit/shared/contracts/texts'

/** A tenth of the cap, and at least so many, are left when a field begins to say so. */
const LEAST_LEFT = 3

export const lengthOf = (value: string): number => countGraphemes(value.trim())

const isNearEnd = (length: number, most: number): boolean => most - length <= Math.max(LEAST_LEFT, most / 10)

/**
 * What a field with a cap says of its length: near the end how many characters are left, beyond it how many are too
 * many. Nothing is ever cut.
 */
export function lengthNote(value: unknown, most: number | undefined): { left: string | null; over: string | null } {
  if (most === undefined || typeof value !== 'string') return { left: null, over: null }
  const length = lengthOf(value)
  if (length > most) return { left: null, over: TEXTS.characters_over(length - most, most) }
  return { left: isNearEnd(length, most) ? TEXTS.characters_left(most - length) : null, over: null }
}

/** The same as `104 / 100` inside an input of antd that has no line below it. */
export const countedInside = (most: number) => ({
  count: {
    max: most,
    strategy: lengthOf,
    show: ({ count }: { count: number }) => (isNearEnd(count, most) ? `${count} / ${most}` : null),
  },
})
