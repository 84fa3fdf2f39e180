import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { isUnclaimed } from './alert-facts.ts'
import { useLive } from './live/live-store.ts'

/** The open alerts at one moment. Drills are counted apart. */
export interface OpenCounts {
  open: number
  unclaimed: number
  drills: number
}

export function countOpen(alerts: Iterable<AlertCard>): OpenCounts {
  const pending = [...alerts].filter(({ status }) => status === 'PENDING')
  const real = pending.filter(({ drill }) => !drill)
  return { open: real.length, unclaimed: real.filter(isUnclaimed).length, drills: pending.length - real.length }
}

/** The counts that every page of this console shows; null until the open alerts were read. */
export function useOpenCounts(): OpenCounts | null {
  const { cards, read } = useLive()
  return read ? countOpen(cards.values()) : null
}

/** `62 open, 59 not claimed; 1 drill`. */
export function openText({ open, unclaimed, drills }: OpenCounts): string {
  const claims = open === 0 ? '' : unclaimed === 0 ? ', all claimed' : `, ${unclaimed} not claimed`
  return `${open} open${claims}${drills === 0 ? '' : `; ${drillsText(drills)}`}`
}

/** `1 alert and 2 drills`; without drills only the alerts. */
export function alertsText({ open, drills }: Pick<OpenCounts, 'open' | 'drills'>): string {
  const alerts = open === 1 ? '1 alert' : `${open} alerts`
  if (drills === 0) return alerts
  return open === 0 ? drillsText(drills) : `${alerts} and ${drillsText(drills)}`
}

const drillsText = (drills: number): string => (drills === 1 ? '1 drill' : `${drills} drills`)
