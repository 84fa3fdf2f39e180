import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadFailed } from '../../../components/load-failed.tsx'
import type { MapPoint } from '../../../components/map/map-point.tsx'
import { PointMap } from '../../../components/map/point-map.tsx'
import { formatAge } from '@tvarit/shared/contracts/format-age'
import { listOptions, trpc } from '../../../lib/trpc-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ambulanceLegend, ambulancePoint, POSITIONS_POLL_MS } from '../../registry/ambulance-point.ts'
import { ageSeconds, isUnclaimed, personName } from '../alert-facts.ts'
import styles from './board.module.css'

const UNCLAIMED = { tone: 'red', shape: 'triangle' } as const
const TAKEN = { tone: 'brand', shape: 'triangle' } as const
const LEGEND = [
  { ...UNCLAIMED, text: 'Unclaimed alert' },
  { ...TAKEN, text: 'Claimed alert' },
  ...ambulanceLegend(['AVAILABLE', 'BUSY']),
]

/** The open alerts and the ambulances on duty around them. */
export function BoardMap({ open }: { open: readonly AlertCard[] }) {
  const now = useNow()
  const ambulances = useQuery(
    trpc.registry.ambulancePoints.queryOptions(
      {},
      { ...listOptions(TEXTS.map_failed), refetchInterval: POSITIONS_POLL_MS },
    ),
  )
  const nowhere = open.filter(({ latitude }) => latitude === null)
  const alerts = open.flatMap((card) => alertPoint(card, now))
  const on_duty = (ambulances.data ?? []).filter(({ status }) => status !== 'OFF')
  return (
    <section className={styles.map} aria-label="Map">
      {ambulances.isError && !ambulances.data ? (
        <LoadFailed text="The ambulances could not be loaded. The alerts are shown without them." query={ambulances} />
      ) : null}
      <PointMap
        label="Map of open alerts and ambulances"
        points={[
          ...alerts,
          ...on_duty.map((point) => ({ ...ambulancePoint(point, now), id: `ambulance-${point.id}` })),
        ]}
        first={alerts}
        legend={LEGEND}
        // The cards of the alerts follow below.
        list="hidden"
      />
      <p>
        <Link to="/ambulances">All ambulances: who is on duty</Link>
      </p>
      {nowhere.length > 0 ? (
        <p>
          Without a position:{' '}
          {nowhere.map((card, place) => (
            <span key={card.id}>
              {place > 0 ? ', ' : ''}
              <Link to={`/qr-alerts/${card.id}`}>{personName(card)}</Link>
            </span>
          ))}
        </p>
      ) : null}
    </section>
  )
}

function alertPoint(card: AlertCard, now: number): MapPoint[] {
  const { latitude, longitude } = card
  if (latitude === null || longitude === null) return []
  const whose = card.claimed_by ? `Claimed by ${card.claimed_by.name}` : 'Unclaimed'
  const sent = card.dispatch ? `, ${card.dispatch.vehicle_number ?? card.dispatch.outside_provider} is sent` : ''
  return [
    {
      ...(isUnclaimed(card) ? UNCLAIMED : TAKEN),
      id: `alert-${card.id}`,
      latitude,
      longitude,
      label: personName(card),
      detail: `${card.drill ? 'Drill. ' : ''}${formatAge(ageSeconds(card, now))} old. ${whose}${sent}.`,
      to: `/qr-alerts/${card.id}`,
    },
  ]
}
