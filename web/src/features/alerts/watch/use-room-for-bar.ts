import { useEffect, useRef } from 'react'

/** On a toolbar that the bar is a part of: it stays in sight instead of the bar. */
export const HOLDS_BAR = 'data-holds-bar'

/**
 * The bar stays below the header when the page is scrolled. `--bar-bottom` is where it ends: what else stays begins there.
 */
export function useRoomForBar(wall: boolean, place: HTMLElement | null) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place?.closest<HTMLElement>(`[${HOLDS_BAR}]`) ?? bar.current
    const header = wall || !place ? null : document.querySelector('header')
    if (!element) return undefined
    const root = document.documentElement.style
    const measure = () => {
      const top = header?.offsetHeight ?? 0
      element.style.top = `${top}px`
      const stays = element.offsetHeight > 0 && getComputedStyle(element).position === 'sticky'
      root.setProperty('--bar-bottom', `${stays ? top + element.offsetHeight : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (header) observer.observe(header)
    return () => {
      observer.disconnect()
      root.removeProperty('--bar-bottom')
    }
  }, [wall, place])
  return bar
}
