import { useLayoutEffect, useRef } from 'react'

/** For so long a person may still mean what stood there before. */
const SETTLING_MS = 500
/** Where alerts move all the time each still takes clicks three quarters of it. */
const RESTING_MS = 2_000

/** An alert that comes to where another one stood takes no click for a moment. `elementAt` finds it by its place. */
export function useSettling(ids: readonly number[], elementAt: (place: number) => Element | null | undefined): void {
  const before = useRef(ids)
  const settled = useRef(new WeakMap<Element, number>())
  useLayoutEffect(() => {
    for (const [place, id] of ids.entries()) {
      if ((before.current[place] ?? id) === id) continue
      const element = elementAt(place)
      if (!element || performance.now() - (settled.current.get(element) ?? -RESTING_MS) < RESTING_MS) continue
      settled.current.set(element, performance.now())
      element.animate({ pointerEvents: ['none', 'none'] }, SETTLING_MS)
    }
    before.current = ids
  })
}
