import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import type { Ambulance } from '@tvarit/shared/contracts/registry'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { tabsFilter } from '../../components/list/list-filters.tsx'
import { useSessionState } from '../../lib/session.ts'
import { listOptions, trpc } from '../../lib/trpc-query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { ambulanceColumns } from './ambulance-columns.tsx'
import { AmbulanceDialog } from './ambulance-dialog.tsx'
import { AmbulanceMap } from './ambulance-map.tsx'
import type { ImportKind } from './import-dialog.tsx'
import { RegistryPage } from './registry-page.tsx'
import { STATUS_TEXT } from './wording.ts'

const STATUSES = Object.keys(STATUS_TEXT) as AmbulanceStatus[]
const FILTERS = [tabsFilter('status', 'Status', { '': 'All', ...STATUS_TEXT })]

const IMPORT: ImportKind = {
  what: 'ambulances',
  columns: [
    'vehicle_number',
    'type',
    'operator',
    'driver_name',
    'driver_phone',
    'driver_language',
    'base_latitude',
    'base_longitude',
  ] satisfies (keyof Ambulance)[],
  rules:
    'The type is BASIC, ADVANCED or TRANSPORT. A vehicle number that is known is updated. The language (en, hi, ...) may be left out.',
}
const ORDER = { usual: '', kinds: { vehicle_number: 'name' } } as const
const POLL_MS = 15_000

/** The ambulances that can be sent. Staff set their status. */
export default function AmbulancesPage() {
  const list = useListState()
  // Any other status in the address asks for all.
  const status = STATUSES.find((known) => known === list.get('status').toUpperCase()) ?? ''
  const on_map = list.get('view') === 'map'
  const query = { ...list.paging, status: status || undefined, sort: list.sort(['vehicle_number'] as const) }
  const ambulances = useQuery(
    trpc.registry.ambulances.queryOptions(query, {
      ...listOptions(TEXTS.ambulances_failed),
      enabled: !on_map,
      refetchInterval: POLL_MS,
    }),
  )
  const role = useSessionState().session?.user.role
  const may_edit = role !== undefined && scopeOf('registry.edit', role) !== null
  return (
    <RegistryPage<Ambulance>
      one="Ambulance"
      name={(ambulance) => ambulance.vehicle_number}
      importing={IMPORT}
      may_edit={may_edit}
      columns={ambulanceColumns}
      renderDialog={(ambulance, close) => <AmbulanceDialog ambulance={ambulance} onClose={close} />}
      list={list}
      query={ambulances}
      label="Ambulances"
      search="Search by number, operator or driver"
      filters={FILTERS}
      map={<AmbulanceMap search={list.get('search')} status={status} />}
      failed={TEXTS.ambulances_failed}
      empty={TEXTS.ambulances_empty}
      order={ORDER}
      file={{ path: '/api/ambulances/download/', query }}
      hint={may_edit ? 'Add the ambulances that can be sent, one by one or from a CSV file.' : undefined}
    />
  )
}
