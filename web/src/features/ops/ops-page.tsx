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
import { FailedJobs } from './failed-jobs.tsx'
import { FailedMessages } from './failed-messages.tsx'
import { Processes } from './processes.tsx'
import { State } from './state.tsx'

const REFRESH_EVERY_MS = 5_000

/** What an admin has to do or to pay. What only shows how the product is, is in the metrics. */
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
        <div className="below">
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
      <State overview={overview} />
      <FailedMessages overview={overview} />
      <FailedJobs jobs={overview.failed_jobs} />
      <Costs />
      <Processes processes={overview.processes} now={overview.now} />
    </CardColumn>
  )
}
