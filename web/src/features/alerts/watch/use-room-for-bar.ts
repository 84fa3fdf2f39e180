import { useEffect, useRef } from 'react'

/**
 * The bar stands below the header, also when the page is scrolled. `--bar-bottom` is where it ends: dialogs begin there.
 */
export function useRoomForBar(wall: boolean, place: HTMLElement | null) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    const header = wall ? null : ((place?.previousElementSibling ?? null) as HTMLElement | null)
    if (!element) return undefined
    const root = document.documentElement.style
    const measure = () => {
      const top = header?.offsetHeight ?? 0
      element.style.top = `${top}px`
      root.setProperty('--bar-bottom', `${element.offsetHeight > 0 ? top + element.offsetHeight : 0}px`)
      // The choices of an open field go with their dialog.
      window.dispatchEvent(new Event('resize'))
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
