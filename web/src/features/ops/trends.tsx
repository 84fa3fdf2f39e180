import { indianDate, indianMinute } from '@tvarit/shared/contracts/indian-time'
import type { Trends as TrendsOf } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { ColumnChart } from '../../components/charts/column-chart.tsx'
import { secondsText } from '../../components/charts/scale.ts'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import styles from './ops.module.css'

const REFRESH_EVERY_MS = 60_000
const RANGES = [
  { value: 24, label: '24 hours' },
  { value: 168, label: '7 days' },
] as const
type Step = TrendsOf['steps'][number]

const CHARTS: { title: string; of: (step: Step) => number; seconds?: boolean }[] = [
  { title: 'Alerts raised', of: ({ alerts }) => alerts },
  { title: 'Longest wait until taken', of: ({ claim_seconds }) => claim_seconds ?? 0, seconds: true },
  { title: 'Messages and calls', of: ({ messages }) => messages },
  { title: 'Messages that failed', of: ({ failed }) => failed },
  { title: 'Slowest synthetic scan', of: ({ scan_seconds }) => scan_seconds ?? 0, seconds: true },
  { title: 'Synthetic scans that failed', of: ({ scans_failed }) => scans_failed },
]

type Provider = TrendsOf['providers'][number] & { id: string }
const share = (part: number, whole: number) =>
  whole === 0 ? '-' : `${Math.round((100 * part) / whole)} % (${part.toLocaleString('en-IN')})`
const PROVIDERS: Column<Provider>[] = [
  { title: 'Provider', main: true, render: ({ name, channel }) => `${name}, ${channel}` },
  { title: 'Sent', figures: true, render: ({ sent }) => sent.toLocaleString('en-IN') },
  { title: 'Receipts', figures: true, render: ({ delivered, sent }) => share(delivered, sent) },
  {
    title: 'Until the receipt',
    figures: true,
    render: ({ delivery_seconds }) => (delivery_seconds === null ? '-' : secondsText(delivery_seconds)),
  },
  { title: 'Failed', figures: true, render: ({ failed, sent }) => share(failed, sent + failed) },
]

/** The last day or week: what happened, how long it took, and how the providers did. */
export function Trends() {
  const [hours, setHours] = useState<24 | 168>(24)
  const query = useQuery(
    trpc.ops.trends.queryOptions({ hours }, { refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } }),
  )
  const range = <Segmented aria-label="Time" options={[...RANGES]} value={hours} onChange={setHours} />
  const name = (at: string) =>
    hours === 24 ? indianMinute(at) : `${indianDate(at).replace(/ \d{4}$/, '')} ${indianMinute(at)}`
  return (
    <Card title="Trends" aside={range}>
      <Loaded query={query} loading="Loading trends" failed={TEXTS.ops_trends_failed}>
        {({ steps, providers }) => (
          <>
            <div className={styles.trends}>
              {CHARTS.map(({ title, of, seconds = false }) => {
                const columns = steps.map((step) => ({ name: name(step.at), value: of(step) }))
                const most = Math.max(...columns.map(({ value }) => value))
                const at = columns.findLast(({ value }) => value === most)?.name
                return (
                  <ColumnChart
                    key={title}
                    title={title}
                    seconds={seconds}
                    columns={columns}
                    summary={`${title}: ${most === 0 ? 'none' : `at most ${seconds ? secondsText(most) : most}, from ${at}`}.`}
                  />
                )
              })}
            </div>
            <DataTable
              label="Providers in this time"
              columns={PROVIDERS}
              rows={providers.map((row) => ({ ...row, id: `${row.name} ${row.channel}` }))}
              empty={<p>No provider was asked in this time.</p>}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}
