import { Button } from 'antd'
import type { Column } from '../../components/list/data-table.tsx'

/** What an admin may do with a row of the registry. */
export interface RowActions<Row> {
  onEdit: (row: Row) => void
  onRetire: (row: Row) => void
}

/** Edit and Retire. `name` is what a row is called, `busy` whether it cannot be retired now. */
export const actionsColumn = <Row,>(
  { onEdit, onRetire }: RowActions<Row>,
  name: (row: Row) => string,
  busy: (row: Row) => boolean = () => false,
): Column<Row> => ({
  title: 'Actions',
  actions: true,
  render: (row) => (
    <>
      <Button aria-label={`Edit ${name(row)}`} onClick={() => onEdit(row)}>
        Edit
      </Button>
      <Button disabled={busy(row)} aria-label={`Retire ${name(row)}`} onClick={() => onRetire(row)}>
        Retire
      </Button>
    </>
  ),
})
