import { useNavigate } from 'react-router'
import { useLive } from '../live/live-store.ts'
import type { Shortcuts } from '../../../lib/use-shortcuts.ts'
import { byUrgency } from '../alert-facts.ts'

/** J and K of an alert's page: the next open alert and the one before, in the order of the board. */
export function useNeighbours(id: number): Shortcuts {
  const { cards } = useLive()
  const navigate = useNavigate()
  const go = (step: number) => () => {
    const open = [...cards.values()].filter(({ status }) => status === 'PENDING').sort(byUrgency)
    const here = open.findIndex((card) => card.id === id)
    // A closed alert stands before the first open one.
    const there = open[here < 0 ? (step > 0 ? 0 : -1) : here + step]
    if (there) void navigate(`/qr-alerts/${there.id}`)
  }
  return { j: go(1), k: go(-1) }
}
