import { indianMinute } from '@tvarit/shared/contracts/indian-time'
import type { OwnAlert } from '@tvarit/shared/contracts/own-alerts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Pager } from '../../../components/pager.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { AlertStatusPill } from '../../alerts/alert-badges.tsx'

const PAGE_SIZE = 5

/** What became of the alerts about oneself, drills too. */
export function AlertHistoryCard() {
  const [page, setPage] = useState(1)
  const query = useQuery(
    trpc.subscribers.ownAlerts.queryOptions(
      { page, page_size: PAGE_SIZE },
      { placeholderData: keepPreviousData, meta: { silent: true } },
    ),
  )
  return (
    <Card title="My alerts">
      <Loaded query={query} loading="Loading your alerts" failed="Failed to load your alerts.">
        {({ results }) =>
          results.length === 0 ? (
            <p>There has been no alert about you.</p>
          ) : (
            <ul className="lines" aria-label="My alerts" aria-busy={query.isPlaceholderData}>
              {results.map((alert) => (
                <Row key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Pager page={page} pages={query.data?.total_pages ?? 1} onPage={setPage} />
    </Card>
  )
}

function Row({ alert }: { alert: OwnAlert }) {
  return (
    <li>
      <div className="row gap-s strong">
        <time dateTime={alert.timestamp} className="numbers">
          {formatDateMinute(alert.timestamp)}
        </time>
        {alert.drill ? <Pill tone="striped">Drill</Pill> : null}
        <AlertStatusPill status={alert.status} />
      </div>
      <p>{alert.place}</p>
      {alert.description ? <p>{alert.description}</p> : null}
      {alert.ambulance ? <p className="soft">{ambulanceText(alert.ambulance)}</p> : null}
    </li>
  )
}

function ambulanceText({ name, state, at_scene_at }: NonNullable<OwnAlert['ambulance']>): string {
  if (at_scene_at) return `${name} was there at ${indianMinute(at_scene_at)}.`
  if (state === 'CANCELLED') return `${name} was called off.`
  if (state === 'ASSIGNED') return `${name} was asked to come.`
  if (state === 'ACCEPTED') return `The driver of ${name} has accepted.`
  return state === 'DONE' ? `${name} was sent.` : `${name} is on its way.`
}
