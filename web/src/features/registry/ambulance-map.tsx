import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc-query.ts'
import { useNow } from '../../lib/use-now.ts'
import { ambulanceLegend, ambulancePoint } from './ambulance-point.ts'
import { POSITIONS_POLL_MS } from './positions-poll.ts'
import { RegistryMap } from './registry-map.tsx'
import { STATUS_TEXT } from './wording.ts'

const LEGEND = ambulanceLegend(Object.keys(STATUS_TEXT) as AmbulanceStatus[])

/** Where the ambulances are that match the search and the filter. */
export function AmbulanceMap({ search, status }: { search: string; status: AmbulanceStatus | '' }) {
  const now = useNow()
  const query = useQuery(
    trpc.registry.ambulancePoints.queryOptions(
      { search: search || undefined, status: status || undefined },
      { placeholderData: keepPreviousData, refetchInterval: POSITIONS_POLL_MS, meta: { errorText: TEXTS.map_failed } },
    ),
  )
  return (
    <RegistryMap
      label="Map of ambulances"
      points={query.data?.map((point) => ambulancePoint(point, now))}
      legend={LEGEND}
      failed={query.isError}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
      empty={TEXTS.ambulances_empty}
      filtered={Boolean(search || status)}
    />
  )
}
