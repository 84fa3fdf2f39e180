import { useLayoutEffect, useRef } from 'react'

/** For so long a person may still mean what stood there before. */
const SETTLING_MS = 500

/** An alert that comes to where another one stood takes no click for a moment. `elementAt` finds it by its place. */
export function useSettling(ids: readonly number[], elementAt: (place: number) => Element | null | undefined): void {
  const before = useRef(ids)
  useLayoutEffect(() => {
    for (const [place, id] of ids.entries()) {
      if ((before.current[place] ?? id) === id) continue
      elementAt(place)?.animate({ pointerEvents: ['none', 'none'] }, SETTLING_MS)
    }
    before.current = ids
  })
}
