import { sql } from 'kysely'
import type { Hospital, HospitalListInput } from '../../contracts/registry.ts'
import { typed } from '../records/lists/export-listed.ts'
import { declareList } from '../records/lists/declare-list.ts'
import { byName, orderOf } from '../records/lists/order.ts'
import { matchingHospitals } from './hospital-filter.ts'
import { hospitalRows } from './hospital-rows.ts'

/** Hospitals that are not retired, newest first or by name; search by name, address or phone number. */
export const hospitals = declareList<HospitalListInput, Hospital>({
  name: 'hospitals',
  path: '/api/hospitals/',
  listed: ({ input }) => ({
    from: matchingHospitals(input.search),
    order: orderOf(input.sort ?? '-id', sql`h.id`, { name: byName(sql`h.name`) }),
  }),
  rows: (ctx, ids) => hospitalRows(ctx.db, ids),
  // As the import takes them.
  columns: [
    typed('h.name'),
    'h.phone',
    typed('h.email'),
    typed('h.address'),
    "h.latitude, h.longitude, case when h.emergency then 'yes' else 'no' end as emergency, h.language",
  ],
})
