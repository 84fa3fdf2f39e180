import { scopeOf } from '@tvarit/shared/contracts/permissions'
import type { Role } from '@tvarit/shared/contracts/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useOpenCounts } from '../../features/alerts/open-counts.ts'
import { OFFICE } from '../../features/dashboard/office-query.ts'
import { queryClient } from '../../lib/trpc-query.ts'

export interface MenuCount {
  number: number
  words: string
  urgent: boolean
}

/** What waits behind an entry of the menu, by its path. Alerts are live; failures are read when one goes to a page. */
export function useMenuCounts(role: Role): Record<string, MenuCount> {
  const alerts = useOpenCounts()
  const may_read = scopeOf('dashboard.office', role) !== null
  const { key } = useLocation()
  const { data } = useQuery({ ...OFFICE, enabled: false })
  useEffect(() => {
    if (key && may_read) void queryClient.prefetchQuery(OFFICE)
  }, [key, may_read])
  return {
    '/qr-alerts': { number: alerts?.open ?? 0, words: 'open', urgent: Boolean(alerts?.unclaimed) },
    '/ops': { number: data ? data.failed_messages + data.failed_jobs : 0, words: 'failed', urgent: true },
  }
}
