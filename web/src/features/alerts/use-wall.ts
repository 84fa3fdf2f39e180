import { useLocation } from 'react-router'

/** Whether the board is a display in the room (`?view=wall`): no sidebar, no header. */
export function useWall(): boolean {
  const { pathname, search } = useLocation()
  return pathname === '/qr-alerts' && new URLSearchParams(search).get('view') === 'wall'
}
