import { spokenCode } from '@tvarit/shared/contracts/codes'
import { type Permission, scopeOf } from '@tvarit/shared/contracts/permissions'
import { spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import type { Role } from '@tvarit/shared/contracts/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { personName } from '../../features/alerts/alert-facts.ts'
import { trpc } from '../../lib/trpc-query.ts'

/** A line of the palette: a page to go to, or something to do. */
export interface Found {
  group: string
  label: string
  detail: string
  to?: string
  run?: () => void
}

/** Shorter words match too much. */
const LEAST = 2
const page_size = 5

/** Alerts, subscribers, coupons and ambulances that match, by the lists that the person may read. */
export function useFound(search: string, role: Role): { found: Found[]; searching: boolean } {
  const wanted = search.length >= LEAST
  const options = (permission: Permission) => ({
    enabled: wanted && scopeOf(permission, role) !== null,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const alerts = useQuery(trpc.alerts.list.queryOptions({ search, page_size }, options('alerts.live')))
  const subscribers = useQuery(trpc.subscribers.list.queryOptions({ search, page_size }, options('subscribers.read')))
  const coupons = useQuery(trpc.coupons.list.queryOptions({ search, page_size }, options('coupons.read')))
  const ambulances = useQuery(
    trpc.registry.ambulances.queryOptions({ search, page_size }, options('registry.set_status')),
  )
  if (!wanted) return { found: [], searching: false }
  return {
    found: [
      ...(alerts.data?.results ?? []).map((alert) => ({
        group: 'Alert',
        label: personName(alert),
        detail: `${alert.id}, ${alert.status.toLowerCase()}`,
        to: `/qr-alerts/${alert.id}`,
      })),
      ...(subscribers.data?.results ?? []).map(({ id, phone_number, ...names }) => ({
        group: 'Subscriber',
        label: `${names.first_name} ${names.last_name}`,
        detail: spokenPhone(phone_number),
        to: `/subscriber/${id}`,
      })),
      ...(coupons.data?.results ?? []).map(({ id, serial_number, status }) => ({
        group: 'Coupon',
        label: spokenCode(serial_number),
        detail: status.toLowerCase(),
        to: `/coupon-details/${id}`,
      })),
      ...(ambulances.data?.results ?? []).map(({ vehicle_number, operator }) => ({
        group: 'Ambulance',
        label: vehicle_number,
        detail: operator,
        to: `/ambulances?search=${encodeURIComponent(vehicle_number)}`,
      })),
    ],
    searching: [alerts, subscribers, coupons, ambulances].some(({ isFetching }) => isFetching),
  }
}
