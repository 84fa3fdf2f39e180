import type { Size, Spot } from './mercator.ts'

interface Labelled {
  id: string
  label: string
  at: Spot
}

export type Side = 'right' | 'left'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const HALF_HEIGHT = 9
const LETTER = 7.4
/** From the middle of a point to its label. */
export const LABEL_GAP = 13

/**
 * On which side of its point each label can stand without being cut off or covering another label or another point,
 * except one that lies under its own point. A point without an entry has no room. Given in the order of importance.
 */
export function placeLabels(points: readonly Labelled[], size: Size): Map<string, Side> {
  const seen = points.filter(({ at }) => at.x > 0 && at.x < size.width && at.y > 0 && at.y < size.height)
  const marks = seen.map(({ at }) => around(at, LABEL_GAP, LABEL_GAP))
  const labels: Box[] = []
  const sides = new Map<string, Side>()
  for (const [place, { id, label, at }] of seen.entries()) {
    const length = LABEL_GAP + label.length * LETTER
    const taken = [...labels, ...marks.filter((mark) => !overlaps(mark, marks[place]!))]
    for (const side of ['right', 'left'] as const) {
      const box = side === 'right' ? around(at, 0, length) : around(at, length, 0)
      if (box.left < 0 || box.right > size.width || taken.some((other) => overlaps(box, other))) continue
      sides.set(id, side)
      labels.push(box)
      break
    }
  }
  return sides
}

const around = ({ x, y }: Spot, left: number, right: number): Box => ({
  left: x - left,
  right: x + right,
  top: y - HALF_HEIGHT,
  bottom: y + HALF_HEIGHT,
})

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
