import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** On every row or card of an open alert, so that the keys and the pointer find it. */
export const CARD_ATTRIBUTE = 'data-alert'

/** Where an alert is drawn: in which group, counted from the top. */
export interface SteadyRow {
  id: number
  group: number
}

/** A pointer or key that has rested for so long means no row any more. */
const RESTED_MS = 2_000
/** For so long a person may still mean what was there before. */
const SETTLING_MS = 400

/** Which row the pointer and the keys used last, and when. */
const used = { pointer: { id: 0, at: -Infinity }, keys: { id: 0, at: -Infinity } }

function note(by: keyof typeof used, target: EventTarget | null): void {
  const row = target instanceof Element && target.closest(`[${CARD_ATTRIBUTE}]`)
  used[by] = row ? { id: Number(row.getAttribute(CARD_ATTRIBUTE)), at: performance.now() } : { id: 0, at: -Infinity }
}
const onPointer = ({ target }: Event) => note('pointer', target)
// After the keys of the page, which may choose another row.
const onKey = () => note('keys', document.activeElement)
// In a dialog the keys use no row: what is sent from there may move one.
const onFocus = ({ target }: Event) => {
  if (target instanceof Element && !target.closest(`[${CARD_ATTRIBUTE}]`)) note('keys', null)
}

/**
 * The order in which alerts are drawn. Down to the row that the pointer or the focus uses all stay where they are, also
 * one that was closed meanwhile: a press hits what the person saw. New ones come below it. Once both have rested the wanted
 * order is drawn, and a row that moved takes no press for a moment. Its caller draws at least each second.
 */
export function useSteadyRows(wanted: readonly SteadyRow[]): readonly SteadyRow[] {
  const [drawn, setDrawn] = useState(wanted)
  useEffect(() => {
    document.addEventListener('pointermove', onPointer)
    document.addEventListener('pointerover', onPointer)
    document.addEventListener('focusin', onFocus)
    window.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointermove', onPointer)
      document.removeEventListener('pointerover', onPointer)
      document.removeEventListener('focusin', onFocus)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  const before = useRef(drawn)
  useLayoutEffect(() => {
    for (const [place, { id }] of drawn.entries()) {
      const earlier = before.current[place]?.id
      if (earlier === undefined || earlier === id) continue
      const row = document.querySelector(`[${CARD_ATTRIBUTE}="${id}"]`)
      row?.animate({ pointerEvents: ['none', 'none'] }, SETTLING_MS)
    }
    before.current = drawn
  }, [drawn])
  const next = steady(drawn, wanted)
  const same = next.length === drawn.length && next.every((row, at) => isSame(row, drawn[at]!))
  if (!same) setDrawn(next)
  return same ? drawn : next
}

const isSame = (a: SteadyRow, b: SteadyRow): boolean => a.id === b.id && a.group === b.group

function steady(drawn: readonly SteadyRow[], wanted: readonly SteadyRow[]): readonly SteadyRow[] {
  const since = performance.now() - RESTED_MS
  const in_use = Object.values(used).flatMap(({ id, at }) =>
    at > since ? drawn.findIndex((row) => row.id === id) : [],
  )
  const held = drawn.slice(0, Math.max(-1, ...in_use) + 1)
  const least = held.at(-1)?.group ?? 0
  const ids = new Set(held.map(({ id }) => id))
  const others = wanted.filter(({ id }) => !ids.has(id))
  return [...held, ...others.map(({ id, group }) => ({ id, group: Math.max(group, least) }))]
}
