import type { ResponseMeasure } from '@tvarit/shared/contracts/reports'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { addDays } from '../../lib/dates.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'

export type Measure = ResponseMeasure
/** The type alone, so that this page does without the schemas. */
export const MEASURES = ['claim', 'dispatch', 'scene'] as const satisfies readonly Measure[]

export const QUICK_DAYS = [7, 30, 90] as const
const DEFAULT_DAYS = 30

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What the page shows, in the address: either the last so many days or two days of one's own. */
export function useReportFilters() {
  const { params, change: changeAddress } = useAddress()
  const change = (values: Record<string, string | null>) => changeAddress(values, true)
  const today = indianDay(useNow())
  const own = DAY.test(params.get('from') ?? '') && DAY.test(params.get('to') ?? '')
  const days = QUICK_DAYS.find((quick) => String(quick) === params.get('days')) ?? DEFAULT_DAYS
  const from = own ? params.get('from')! : addDays(today, 1 - days)
  const to = own ? params.get('to')! : today

  return {
    from,
    to,
    today,
    /** Null while two days of one's own are shown. */
    days: own ? null : days,
    state: params.get('state') ?? '',
    measure: MEASURES.find((measure) => measure === params.get('measure')) ?? 'claim',
    setDays: (wanted: number) => change({ days: String(wanted), from: null, to: null }),
    setRange: (range: { from: string; to: string }) => change({ ...range, days: null }),
    setState: (state: string) => change({ state }),
    setMeasure: (measure: Measure) => change({ measure }),
  }
}

export type ReportFilters = ReturnType<typeof useReportFilters>
