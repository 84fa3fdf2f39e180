import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { isActive } from '@tvarit/shared/contracts/dispatch-states'
import { useQuery } from '@tanstack/react-query'
import { formatMinutes } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'

const POLL_MS = 20_000

/**
 * Of each alert that no ambulance was sent to the nearest one: `KA01AB0001, 6 min`. One that these cards say was sent since
 * is left out.
 */
export function useNearest(alerts: readonly AlertCard[]): ReadonlyMap<number, string> {
  const { data = [] } = useQuery(
    trpc.dispatch.nearest.queryOptions(undefined, { refetchInterval: POLL_MS, meta: { silent: true } }),
  )
  const rides = alerts.filter(({ dispatch }) => dispatch && isActive(dispatch.state))
  const served = new Set(rides.map(({ id }) => id))
  const sent = new Set(rides.map(({ dispatch }) => dispatch?.vehicle_number))
  return new Map(
    data
      .filter(({ alert_id, vehicle_number }) => !served.has(alert_id) && !sent.has(vehicle_number))
      .map(({ alert_id, vehicle_number, minutes }) => [alert_id, `${vehicle_number}, ${formatMinutes(minutes)}`]),
  )
}
