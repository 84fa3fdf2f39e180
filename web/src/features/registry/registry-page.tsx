import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Column } from '../../components/list/data-table.tsx'
import { ListView, type ListViewProps } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import type { RowActions } from './actions-column.tsx'
import { ImportDialog, type ImportKind } from './import-dialog.tsx'
import { RetireDialog } from './retire-dialog.tsx'

interface RegistryPageProps<Row extends { id: number }> extends Omit<ListViewProps<Row>, 'columns'> {
  /** One of them, as a button says it: 'Ambulance'. */
  one: 'Ambulance' | 'Hospital'
  name: (row: Row) => string
  importing: ImportKind
  may_edit: boolean
  columns: (actions: RowActions<Row> | null) => readonly Column<Row>[]
  /** The dialog that changes `row`, or adds one. */
  renderDialog: (row: Row | null, close: () => void) => ReactNode
}

/** A page of the registry: list and map, add, change, retire, import. */
export function RegistryPage<Row extends { id: number }>(props: RegistryPageProps<Row>) {
  const { one, name, importing, may_edit, columns, renderDialog, ...list } = props
  const [open, setOpen] = useState<'import' | { edit: Row | null } | { retire: Row } | null>(null)
  const close = () => setOpen(null)
  const actions = { onEdit: (edit: Row) => setOpen({ edit }), onRetire: (retire: Row) => setOpen({ retire }) }
  return (
    <>
      <PageHead title={list.label}>
        {may_edit ? (
          <>
            <Button onClick={() => setOpen('import')}>Import CSV</Button>
            <Button type="primary" onClick={() => setOpen({ edit: null })}>
              Add {one}
            </Button>
          </>
        ) : null}
      </PageHead>
      <ListView {...list} columns={columns(may_edit ? actions : null)} />
      {open === null ? null : open === 'import' ? (
        <ImportDialog kind={importing} onClose={close} />
      ) : 'edit' in open ? (
        renderDialog(open.edit, close)
      ) : (
        <RetireDialog
          what={one === 'Ambulance' ? 'ambulance' : 'hospital'}
          id={open.retire.id}
          name={name(open.retire)}
          onClose={close}
        />
      )}
    </>
  )
}
