import type { Hospital } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { BY_NAME } from '../../components/list/list-tools.tsx'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { hospitalColumns } from './hospital-columns.tsx'
import { HospitalDialog } from './hospital-dialog.tsx'
import { HospitalMap } from './hospital-map.tsx'
import type { ImportKind } from './import-dialog.tsx'
import { RegistryPage } from './registry-page.tsx'

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

/** The hospitals patients are brought to. */
export default function HospitalsPage() {
  const list = useListState()
  const on_map = list.get('view') === 'map'
  const query = { ...list.paging, sort: list.sort(['name'] as const) }
  const hospitals = useQuery(
    trpc.registry.hospitals.queryOptions(query, { ...listOptions(TEXTS.hospitals_failed), enabled: !on_map }),
  )
  return (
    <RegistryPage<Hospital>
      one="Hospital"
      name={(hospital) => hospital.name}
      importing={IMPORT}
      may_edit
      columns={hospitalColumns}
      renderDialog={(hospital, close) => <HospitalDialog hospital={hospital} onClose={close} />}
      list={list}
      query={hospitals}
      label="Hospitals"
      search="Search by name, address or phone"
      map={<HospitalMap search={list.get('search')} />}
      failed={TEXTS.hospitals_failed}
      empty={TEXTS.hospitals_empty}
      order={BY_NAME}
      file={{ path: '/api/hospitals/download/', query }}
      hint="Add the hospitals patients are brought to, one by one or from a CSV file."
    />
  )
}
