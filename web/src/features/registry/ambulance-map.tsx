import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import type { AmbulancePoints } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MapPoint, PointLook } from '../../components/map/map-point.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { useNow } from '../../lib/use-now.ts'
import { RegistryMap } from './registry-map.tsx'
import { isFresh, positionText, STATUS_TEXT } from './wording.ts'

const LOOKS: Record<AmbulanceStatus, PointLook> = {
  AVAILABLE: { tone: 'green', shape: 'circle' },
  BUSY: { tone: 'amber', shape: 'diamond' },
  OFF: { tone: 'grey', shape: 'square' },
}
const LEGEND = [
  ...Object.entries(LOOKS).map(([status, look]) => ({ ...look, text: STATUS_TEXT[status as AmbulanceStatus] })),
  { tone: 'green', shape: 'circle', hollow: true, text: 'Outline: old position, or at its base' },
] as const

const POLL_MS = 15_000

/** Where the ambulances are that match the search and the filter. */
export function AmbulanceMap({ search, status }: { search: string; status: AmbulanceStatus | '' }) {
  const now = useNow()
  const query = useQuery(
    trpc.registry.ambulancePoints.queryOptions(
      { search: search || undefined, status: status || undefined },
      { placeholderData: keepPreviousData, refetchInterval: POLL_MS, meta: { errorText: TEXTS.map_failed } },
    ),
  )
  return (
    <RegistryMap
      label="Map of ambulances"
      points={query.data?.map((point) => toMapPoint(point, now))}
      legend={LEGEND}
      failed={query.isError}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
      empty={TEXTS.ambulances_empty}
      filtered={Boolean(search || status)}
    />
  )
}

const toMapPoint = (point: AmbulancePoints[number], now: number): MapPoint => ({
  id: String(point.id),
  latitude: point.latitude,
  longitude: point.longitude,
  label: point.vehicle_number,
  detail: `${STATUS_TEXT[point.status]}. ${positionText(point.position_at, now)}`,
  ...LOOKS[point.status],
  hollow: !isFresh(point.position_at, now),
})
