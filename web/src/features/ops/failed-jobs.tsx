import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Button } from 'antd'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { useRetryJob } from './use-retries.ts'

type Job = OpsOverview['failed_jobs'][number]

/** Jobs their queue has given up. */
export function FailedJobs({ jobs }: { jobs: readonly Job[] }) {
  const retry = useRetryJob()
  const columns: Column<Job>[] = [
    { title: 'Job', main: true, render: ({ job }) => job },
    { title: 'Id', render: ({ job_id }) => <span>{job_id}</span> },
    { title: 'Failed at', tabular: true, render: ({ failed_at }) => formatDateTime(failed_at) },
    { title: 'Reason', render: ({ reason }) => reason },
    {
      title: 'Actions',
      actions: true,
      render: ({ id }) => (
        <Button
          size="small"
          loading={retry.isPending && retry.variables.id === id}
          onClick={() => retry.mutate({ id })}
        >
          Start again
        </Button>
      ),
    },
  ]
  return (
    <Card title="Failed jobs">
      <DataTable label="Failed jobs" columns={columns} rows={jobs} empty={<p className="soft">No job has failed.</p>} />
    </Card>
  )
}
