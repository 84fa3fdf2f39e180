import { useEffect, useState } from 'react'

/** A list may take that long to come back without the row whose button opened the dialog. */
const WATCH_MS = 10_000
const LOOK_EVERY_MS = 100

/**
 * For a dialog that closes by being unmounted: unless the focus found another place, it goes back to what opened the
 * dialog, or to the page when that is gone, be it a moment later (a deleted row takes its button along).
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const back = () => focus(opener?.isConnected && opener !== document.body ? opener : content())
      if (isLost()) back()
      const until = Date.now() + WATCH_MS
      const watch = setInterval(() => {
        const lost = isLost()
        if (lost) back()
        // A question above the dialog hands the focus to what is still closing.
        const waits = document.activeElement === opener || document.activeElement?.closest('.ant-modal-wrap')
        if (lost || !waits || Date.now() > until) clearInterval(watch)
      }, LOOK_EVERY_MS)
    },
    [opener],
  )
}

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body
const content = (): Element | null => document.getElementById('content')

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
