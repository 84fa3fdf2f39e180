import { sql } from 'kysely'
import { type AddAmbulance, type Ambulance, addAmbulanceInput, AMBULANCE_COLUMNS } from '../../contracts/registry.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { ambulanceRows } from './ambulance-rows.ts'
import { assertNoOpenDispatch } from './assert-no-open-dispatch.ts'
import { declareRegistry } from './declare-registry.ts'

/** The ambulances. The number of a retired one brings that one back, AVAILABLE at its base. */
export const ambulanceRegistry = declareRegistry<Ambulance, Omit<AddAmbulance, 'request_id'>, AddAmbulance>({
  subject: 'ambulance',
  table: 'ambulances',
  types: {
    vehicle_number: 'text',
    type: 'text',
    operator: 'text',
    driver_name: 'text',
    driver_phone: 'text',
    driver_language: 'text',
    base_latitude: 'float8',
    base_longitude: 'float8',
  },
  defaults: { driver_language: 'en' },
  isSame: (stored, given) => sql`${stored}.vehicle_number = ${given}.vehicle_number`,
  on_retire: { status: 'OFF' },
  on_revive: { status: 'AVAILABLE', last_latitude: null, last_longitude: null, last_position_at: null },
  beforeRetire: assertNoOpenDispatch,
  added: ({ vehicle_number }, revived) => ({ vehicle_number, revived }),
  retired: ({ vehicle_number }) => ({ vehicle_number }),
  rows: ambulanceRows,
  file: {
    columns: AMBULANCE_COLUMNS,
    schema: addAmbulanceInput,
    cell(column, text) {
      if (column === 'type') return text.toUpperCase()
      if (column.startsWith('base_')) return text === '' ? undefined : Number(text)
      if (column === 'driver_language') return text.toLowerCase() || undefined
      return text
    },
    keyOf: ({ vehicle_number }) => vehicle_number,
    key_column: 'vehicle_number',
  },
  texts: {
    not_found: TEXTS.ambulance_not_found,
    taken: TEXTS.vehicle_number_taken,
    taken_by_retired: TEXTS.vehicle_number_retired,
    retired: TEXTS.ambulance_retired,
  },
})
