import { useEffect, useState } from 'react'

/**
 * For a dialog that closes by being unmounted: unless the focus found another place, it goes back to what opened the
 * dialog, or to the page when that is gone.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement && document.activeElement !== document.body) return
      const back = opener?.isConnected && opener !== document.body ? opener : document.getElementById('content')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [opener],
  )
}
