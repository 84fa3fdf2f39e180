import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useNow } from '../../lib/use-now.ts'
import { ambulanceLegend, ambulancePoint, POSITIONS_POLL_MS } from './ambulance-point.ts'
import { RegistryMap } from './registry-map.tsx'
import { STATUS_TEXT } from './wording.ts'

const LEGEND = ambulanceLegend(Object.keys(STATUS_TEXT) as AmbulanceStatus[])

/** Where the ambulances are that match the search and the filter. */
export function AmbulanceMap({ search, status }: { search: string; status: AmbulanceStatus | '' }) {
  const now = useNow()
  const query = useQuery(
    trpc.registry.ambulancePoints.queryOptions(
      { search: search || undefined, status: status || undefined },
      { ...listOptions(TEXTS.map_failed), refetchInterval: POSITIONS_POLL_MS },
    ),
  )
  return (
    <RegistryMap
      label="Map of ambulances"
      points={query.data?.map((point) => ambulancePoint(point, now))}
      legend={LEGEND}
      query={query}
      empty={TEXTS.ambulances_empty}
      filtered={Boolean(search || status)}
    />
  )
}
