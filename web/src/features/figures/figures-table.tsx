import type { ResponseFigures } from '@tvarit/shared/contracts/figures'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { MEASURES } from './use-figure-filters.ts'
import { shareText, spreadText } from './wording.ts'

export type Group = ResponseFigures & { name: string }
type Row = Group & { id: number }

const columnsOf = (title: string): Column<Row>[] => [
  { title, main: true, figures: true, render: ({ name }) => name },
  { title: 'Alerts', figures: true, render: ({ count }) => count.toLocaleString('en-IN') },
  { title: 'Taken within 15 s', figures: true, render: (row) => shareText(row.claimed_in_15, row.count) },
  { title: 'Taken within 30 s', figures: true, render: (row) => shareText(row.claimed_in_30, row.count) },
  ...MEASURES.map((measure): Column<Row> => ({
    title: { claim: 'Taken after', dispatch: 'Sent after', scene: 'There after' }[measure],
    figures: true,
    render: (row) => spreadText(row[measure]),
  })),
]

/** All figures of every group: what the charts draw one of, and for whoever cannot see them. */
export function FiguresTable({ label, title, groups }: { label: string; title: string; groups: readonly Group[] }) {
  return (
    <DataTable
      label={label}
      columns={columnsOf(title)}
      rows={groups.map((group, id) => ({ ...group, id }))}
      empty={null}
    />
  )
}
