import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useNavigate } from 'react-router'
import { serverNow } from '../../../lib/server-clock.ts'
import { useSessionState } from '../../../lib/session.ts'
import { useLive } from '../live/live-store.ts'
import type { Shortcuts } from '../../../lib/use-shortcuts.ts'
import { byNeed, needOf, nextInNeed } from '../need.ts'
import { useConsoleWatch } from '../use-console-watch.ts'

/** J, K and N of an alert's page: the next open alert, the one before, the next in need, in the order of the board. */
export function useNeighbours(id: number): Shortcuts {
  const { cards } = useLive()
  const watched = useConsoleWatch()
  const own_id = useSessionState().session?.user.id
  const navigate = useNavigate()
  const sorted = () =>
    [...cards.values()]
      .filter(({ status }) => status === 'PENDING')
      .map((card) => ({ card, need: needOf(card, serverNow(), watched) }))
      .sort(byNeed)
  const open = (card: AlertCard | undefined) => {
    if (card) void navigate(`/qr-alerts/${card.id}`)
  }
  const go = (step: number) => () => {
    const alerts = sorted()
    const here = alerts.findIndex(({ card }) => card.id === id)
    // A closed alert stands before the first open one.
    open(alerts.at(here < 0 ? (step > 0 ? 0 : -1) : Math.max(0, here + step))?.card)
  }
  return { j: go(1), k: go(-1), n: () => open(nextInNeed(sorted(), id, own_id)) }
}
