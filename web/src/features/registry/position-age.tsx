import { useNow } from '../../lib/use-now.ts'
import { positionText } from './wording.ts'

/** Ticks by itself, so that a whole list need not. */
export function PositionAge({ position_at }: { position_at: string | null }) {
  return positionText(position_at, useNow())
}
