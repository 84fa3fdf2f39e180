import type { Readable } from 'node:stream'
import type { HospitalListInput } from '../../../contracts/registry.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { exportListed, typed } from '../../ground/exports/export-listed.ts'
import { listedHospitals } from './hospital-filter.ts'

/** As the import takes them. */
const COLUMNS = [
  typed('h.name'),
  'h.phone',
  typed('h.email'),
  typed('h.address'),
  "h.latitude, h.longitude, case when h.emergency then 'yes' else 'no' end as emergency, h.language",
]

/** The hospitals as listed. */
export const exportHospitals = ({ ctx, input }: VerbArgs<HospitalListInput>): Promise<Readable> =>
  exportListed(ctx, input, { name: 'hospitals', ...listedHospitals(input), columns: COLUMNS })
