import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Card, Facts } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { Notice } from '../../components/notice.tsx'
import { Pill, RedPill } from '../../components/pill.tsx'
import { figure } from '../../lib/figure.ts'
import styles from './ops.module.css'

type Queue = OpsOverview['queues'][number] & { id: number }

const COLUMNS: Column<Queue>[] = [
  { title: 'Queue', main: true, render: ({ name }) => name },
  { title: 'Waiting', figures: true, render: ({ waiting }) => figure(waiting) },
  { title: 'Running', figures: true, render: ({ active }) => figure(active) },
  { title: 'Delayed', figures: true, render: ({ delayed }) => figure(delayed) },
  { title: 'Failed', figures: true, render: ({ failed }) => figure(failed) },
  {
    title: 'Workers',
    figures: true,
    render: ({ workers }) => (workers === 0 ? <RedPill next="Start a worker for it.">None</RedPill> : figure(workers)),
  },
]

/** How deep the queues are, and whether a worker takes from them. */
export function Queues({ overview }: { overview: OpsOverview }) {
  const jobs = Object.entries(overview.bulk_jobs)
  return (
    <Card title="Queues">
      {overview.queues.length === 0 ? (
        <Notice tone="error">
          {overview.processes.some(({ kind, lives }) => kind === 'worker' && lives)
            ? TEXTS.ops_no_queues
            : TEXTS.ops_no_worker}
        </Notice>
      ) : (
        <DataTable
          label="Queues"
          columns={COLUMNS}
          rows={overview.queues.map((queue, id) => ({ ...queue, id }))}
          empty={null}
        />
      )}
      {jobs.length > 0 ? (
        <p className={`soft ${styles.more}`}>
          Coupon jobs: {jobs.map(([status, n]) => `${figure(n)} ${status.toLowerCase()}`).join(', ')}
        </p>
      ) : null}
    </Card>
  )
}

/** Whether each provider is used or left alone at the moment. */
export function Providers({ providers }: { providers: OpsOverview['providers'] }) {
  if (providers.length === 0) return null
  return (
    <Card title="Providers">
      <Facts of={Object.fromEntries(providers.map(({ name, open }) => [name, usageOf(open)]))} />
    </Card>
  )
}

const usageOf = (open: boolean) =>
  open ? (
    <RedPill next="The others send meanwhile. See its status page and its account.">Left alone, it fails</RedPill>
  ) : (
    <Pill tone="green">In use</Pill>
  )
