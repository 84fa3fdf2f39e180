import type { Readable } from 'node:stream'
import type { AmbulanceListInput } from '../../../contracts/registry.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { exportListed, typed } from '../../ground/exports/export-listed.ts'
import { listedAmbulances } from './ambulance-filter.ts'

/** As the import takes them. */
const COLUMNS = [
  'a.vehicle_number, a.type',
  typed('a.operator'),
  typed('a.driver_name'),
  'a.driver_phone, a.driver_language, a.base_latitude, a.base_longitude',
]

/** The ambulances as listed. */
export const exportAmbulances = ({ ctx, input }: VerbArgs<AmbulanceListInput>): Promise<Readable> =>
  exportListed(ctx, input, { name: 'ambulances', ...listedAmbulances(input), columns: COLUMNS })
