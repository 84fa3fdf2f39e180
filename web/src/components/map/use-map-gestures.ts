import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import type { Spot } from './mercator.ts'

interface Moves {
  pan: (by: Spot) => void
  /** Levels, and the pixel that stays where it is. */
  zoom: (levels: number, at?: Spot) => void
  reset: () => void
}

const STEP = 80
/** A finger that trembles does not drag. */
const STILL = 4
const WHEEL_LEVELS = 1 / 400

const KEYS: Record<string, (moves: Moves) => void> = {
  ArrowLeft: ({ pan }) => pan({ x: STEP, y: 0 }),
  ArrowRight: ({ pan }) => pan({ x: -STEP, y: 0 }),
  ArrowUp: ({ pan }) => pan({ x: 0, y: STEP }),
  ArrowDown: ({ pan }) => pan({ x: 0, y: -STEP }),
  '+': ({ zoom }) => zoom(1),
  '=': ({ zoom }) => zoom(1),
  '-': ({ zoom }) => zoom(-1),
  '0': ({ reset }) => reset(),
}

/**
 * Drag, pinch, wheel and keys of a map. The wheel zooms once the map has the focus, or with Ctrl; before that it scrolls
 * the page, which must not get stuck on a map.
 */
export function useMapGestures(moves: Moves) {
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Spot>())
  const dragging = useRef(false)

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = frame.current
    if (!box || !(event.ctrlKey || event.metaKey || box.contains(document.activeElement))) return
    event.preventDefault()
    const { left, top } = box.getBoundingClientRect()
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 40
    moves.zoom(-pixels * WHEEL_LEVELS, { x: event.clientX - left, y: event.clientY - top })
  })
  useEffect(() => {
    const box = frame.current
    // React listens passively; then the page would scroll as well.
    const listen = (event: WheelEvent) => onWheel(event)
    box?.addEventListener('wheel', listen, { passive: false })
    return () => box?.removeEventListener('wheel', listen)
  }, [])

  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    fingers.current.set(event.pointerId, spotOf(event))
    dragging.current = fingers.current.size > 1
  }
  const onPointerMove = (event: PointerEvent) => {
    const from = fingers.current.get(event.pointerId)
    if (!from) return
    const to = spotOf(event)
    const by = { x: to.x - from.x, y: to.y - from.y }
    if (!dragging.current && Math.hypot(by.x, by.y) < STILL) return
    if (!dragging.current) event.currentTarget.setPointerCapture(event.pointerId)
    dragging.current = true
    fingers.current.set(event.pointerId, to)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (!other) return moves.pan(by)
    const [before, after] = [distance(from, other), distance(to, other)]
    if (before > 0 && after > 0) moves.zoom(Math.log2(after / before), middle(to, other))
  }
  const onPointerUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    if (fingers.current.size === 0) dragging.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = KEYS[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act(moves)
  }
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown }
  return { frame, handlers }
}

const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
