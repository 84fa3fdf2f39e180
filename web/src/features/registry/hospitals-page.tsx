import type { Hospital } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { BY_NAME } from '../../components/list/list-tools.tsx'
import { ListView } from '../../components/list/list-view.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { hospitalColumns } from './hospital-columns.tsx'
import { HospitalDialog } from './hospital-dialog.tsx'
import { HospitalMap } from './hospital-map.tsx'
import { ImportDialog, type ImportKind } from './import-dialog.tsx'
import { RetireDialog } from './retire-dialog.tsx'

const IMPORT: ImportKind = {
  what: 'hospitals',
  columns: [
    'name',
    'phone',
    'email',
    'address',
    'latitude',
    'longitude',
    'emergency',
    'language',
  ] satisfies (keyof Hospital)[],
  rules: 'email may be empty, emergency is yes or no. A hospital whose name and phone number are known is updated.',
}

type Open =
  | { dialog: 'edit'; hospital: Hospital | null }
  | { dialog: 'retire'; hospital: Hospital }
  | { dialog: 'import' }

/** The hospitals patients are brought to: list and map, add, change, retire, import. */
export default function HospitalsPage() {
  const list = useListState()
  const [open, setOpen] = useState<Open | null>(null)
  const search = list.get('search')
  const on_map = list.get('view') === 'map'
  const query = { ...list.paging, sort: list.sort(['name'] as const) }
  const hospitals = useQuery(
    trpc.registry.hospitals.queryOptions(query, { ...listOptions(TEXTS.hospitals_failed), enabled: !on_map }),
  )
  const columns = hospitalColumns({
    onEdit: (hospital) => setOpen({ dialog: 'edit', hospital }),
    onRetire: (hospital) => setOpen({ dialog: 'retire', hospital }),
  })
  const close = () => setOpen(null)
  return (
    <>
      <PageHead title="Hospitals">
        <Button onClick={() => setOpen({ dialog: 'import' })}>Import CSV</Button>
        <Button type="primary" onClick={() => setOpen({ dialog: 'edit', hospital: null })}>
          Add Hospital
        </Button>
      </PageHead>
      <ListView
        list={list}
        query={hospitals}
        label="Hospitals"
        columns={columns}
        search="Search by name, address or phone"
        map={<HospitalMap search={search} />}
        failed={TEXTS.hospitals_failed}
        empty={TEXTS.hospitals_empty}
        order={BY_NAME}
        file={{ path: '/api/hospitals/download/', query }}
        hint="Add the hospitals patients are brought to, one by one or from a CSV file."
      />
      {open?.dialog === 'import' ? <ImportDialog kind={IMPORT} onClose={close} /> : null}
      {open?.dialog === 'edit' ? <HospitalDialog hospital={open.hospital} onClose={close} /> : null}
      {open?.dialog === 'retire' ? (
        <RetireDialog what="hospital" id={open.hospital.id} name={open.hospital.name} onClose={close} />
      ) : null}
    </>
  )
}
