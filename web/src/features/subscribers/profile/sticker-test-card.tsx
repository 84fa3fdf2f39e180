import type { OwnDrill } from '@tvarit/shared/contracts/drills'
import { indianMinute } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Card } from '../../../components/card.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

/** While the test runs, its owner watches it. */
const WATCH_EVERY_MS = 2_000

/** A drill with the own sticker: proves the way from here to a person in the call centre. */
export function StickerTestCard() {
  const query = useQuery(
    trpc.subscribers.drill.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.drill?.status === 'PENDING' ? WATCH_EVERY_MS : false),
      meta: { silent: true },
    }),
  )
  const start = useCreation(
    trpc.subscribers.startDrill.mutationOptions({
      meta: { errorText: TEXTS.drill_failed },
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.subscribers.drill.pathFilter()),
          queryClient.invalidateQueries(trpc.subscribers.ownAlerts.pathFilter()),
        ]),
    }),
  )
  return (
    <Card title="Test my sticker" aside={query.data?.drill ? <Pill tone="striped">Drill</Pill> : null}>
      <div className="stack gap-m">
        <p>
          Our call centre gets a practice alert with your name. Your relatives hear nothing, and no ambulance comes.
          Once a day.
        </p>
        <p className="soft">
          Also scan the sticker with a phone: the page must open. Opening it raises no alert, only the big button does.
        </p>
        <Loaded query={query} loading="Loading your last test" failed={TEXTS.drill_read_failed} rows={1}>
          {({ drill, again_at }) => (
            <>
              {drill ? <Progress drill={drill} /> : null}
              {again_at ? (
                <p className="soft">The next test is possible from {formatDateMinute(again_at)}.</p>
              ) : (
                <div>
                  <Button loading={start.isPending} onClick={() => start.mutate()}>
                    Test my sticker
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function Progress({ drill }: { drill: NonNullable<OwnDrill['drill']> }) {
  const { status, received_at, seen_by, seen_after_seconds, closed_at, description } = drill
  const pending = status === 'PENDING'
  return (
    <ol className="stack gap-xs numbered" aria-label="Progress of the test" aria-live="polite">
      <li>Received on {formatDateMinute(received_at)}</li>
      {seen_by && seen_after_seconds !== null ? (
        <li>
          Seen by {seen_by} after {seen_after_seconds} s
        </li>
      ) : pending ? (
        <li className="muted">Waiting for an operator to take it</li>
      ) : null}
      {closed_at ? (
        <li>
          Closed at {indianMinute(closed_at)}
          {description ? `: ${description}` : ''}
        </li>
      ) : null}
    </ol>
  )
}
