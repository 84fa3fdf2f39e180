import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { Pill, RedPill } from '../../components/pill.tsx'
import { formatAge } from '@tvarit/shared/contracts/format-age'

type Process = Omit<OpsOverview['processes'][number], 'id'> & { id: number; age: number; silent: number }

const COLUMNS: Column<Process>[] = [
  { title: 'Process', main: true, render: ({ kind, pid }) => `${kind === 'server' ? 'Server' : 'Worker'} ${pid}` },
  { title: 'Machine', render: ({ host }) => <span>{host}</span> },
  { title: 'Version', tabular: true, render: ({ version }) => version },
  { title: 'Up for', tabular: true, render: ({ age }) => formatAge(age) },
  { title: 'Consoles', tabular: true, render: ({ screens }) => screens },
  {
    title: 'State',
    render: ({ lives, silent }) =>
      lives ? (
        <Pill tone="green">Running</Pill>
      ) : (
        <RedPill next="Its log says why it stopped; start it again.">{`Silent for ${formatAge(silent)}`}</RedPill>
      ),
  },
]

/** Servers and workers that say that they live, and those that stopped saying so without a goodbye. */
export function Processes({ processes, now }: { processes: OpsOverview['processes']; now: string }) {
  const since = (moment: string) => (Date.parse(now) - Date.parse(moment)) / 1000
  const rows = processes.map((process, id): Process => ({
    ...process,
    id,
    age: since(process.started_at),
    silent: since(process.seen_at),
  }))
  return (
    <Card title="Processes">
      <DataTable
        label="Processes"
        columns={COLUMNS}
        rows={rows}
        empty={<p className="soft">No process has reported yet.</p>}
      />
    </Card>
  )
}
