import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Pushes count the waiting alerts on the app's icon. The number goes when the board is seen, and when none waits. */
export function useClearBadge(none_waits: boolean): void {
  const board = useLocation().pathname === '/qr-alerts'
  useEffect(() => {
    if (!none_waits && !board) return undefined
    const clear = () => {
      if (none_waits || document.visibilityState === 'visible') void navigator.clearAppBadge?.()
    }
    clear()
    document.addEventListener('visibilitychange', clear)
    return () => document.removeEventListener('visibilitychange', clear)
  }, [none_waits, board])
}
