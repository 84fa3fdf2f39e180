import { indianTime } from '@tvarit/shared/contracts/indian-time'
import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { CardColumn } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { Costs } from './costs.tsx'
import { BrokenAudit } from './broken-audit.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FailedMessages } from './failed-messages.tsx'
import { Housekeeping } from './housekeeping.tsx'
import { KeyStates } from './key-states.tsx'
import styles from './ops.module.css'
import { Processes } from './processes.tsx'
import { Providers, Queues } from './queues.tsx'
import { Trends } from './trends.tsx'
import { SyntheticScans } from './synthetic-scans.tsx'

const REFRESH_EVERY_MS = 5_000

/** How the product itself is: what works, what stands, what failed and can be started again. */
export default function OpsPage() {
  const query = useQuery(
    trpc.ops.overview.queryOptions(undefined, { refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } }),
  )
  const { data } = query
  return (
    <>
      <PageHead
        title="Operations"
        note={query.isError ? null : data ? `Updated at ${indianTime(data.now)}, every 5 s` : 'Updated every 5 s'}
      />
      {query.isError && data ? (
        <div className={styles.stale}>
          <Notice tone="error">{TEXTS.ops_stale(indianTime(data.now))}</Notice>
        </div>
      ) : null}
      <Loaded query={query} loading="Loading operations" failed={TEXTS.ops_failed} rows={8}>
        {(overview) => <Overview overview={overview} />}
      </Loaded>
    </>
  )
}

function Overview({ overview }: { overview: OpsOverview }) {
  return (
    <CardColumn>
      <BrokenAudit broken={overview.audit.broken} />
      <KeyStates overview={overview} />
      <Trends />
      <SyntheticScans scans={overview.scans} minutes={overview.scan_minutes} />
      <FailedMessages overview={overview} />
      <FailedJobs jobs={overview.failed_jobs} />
      <Queues overview={overview} />
      <Providers providers={overview.providers} />
      <Costs />
      <Housekeeping overview={overview} />
      <Processes processes={overview.processes} now={overview.now} />
    </CardColumn>
  )
}
