import { useRef } from 'react'
import { useShortcuts } from './use-shortcuts.ts'

/** The arrow keys go from row to row of the list in `ref`. */
export function useRowKeys() {
  const ref = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>('tbody tr[tabindex]') ?? [])]
    const now = rows.findIndex((row) => row.contains(document.activeElement))
    rows[now < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, now + by))]?.focus()
  }
  useShortcuts({
    arrowdown: () => step(1),
    arrowup: () => step(-1),
  })
  return ref
}
