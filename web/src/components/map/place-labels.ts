interface Labelled {
  id: string
  /** Pixels from the upper left corner. */
  x: number
  y: number
  /** From the middle of the point to its edge. */
  half: number
  /** Of the label, from the middle of the point on; 0 without a label. */
  width: number
}

export type Side = 'right' | 'left'

/** In pixels. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Of a label. */
const HALF_HEIGHT = 9

/**
 * On which side of its point each label can stand without covering another label or another point, or being cut off. A
 * point without an entry has no room. Given in the order of importance. Returns also what points and labels cover.
 */
export function placeLabels(
  points: readonly Labelled[],
  map_width: number,
): { sides: Map<string, Side>; taken: Box[] } {
  const taken = points.map(({ x, y, half }) => around(x, y, half, half, half))
  const sides = new Map<string, Side>()
  for (const [place, { id, x, y, width }] of points.entries()) {
    if (width === 0) continue
    const others = taken.filter((_box, other) => other !== place)
    for (const side of ['right', 'left'] as const) {
      const box = side === 'right' ? around(x, y, 0, width) : around(x, y, width, 0)
      if (box.left < 0 || box.right > map_width || others.some((other) => overlaps(box, other))) continue
      sides.set(id, side)
      taken.push(box)
      break
    }
  }
  return { sides, taken }
}

const around = (x: number, y: number, left: number, right: number, up = HALF_HEIGHT): Box => ({
  left: x - left,
  right: x + right,
  top: y - up,
  bottom: y + up,
})

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
