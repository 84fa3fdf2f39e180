import type { ListPage } from '../../../contracts/lists.ts'
import type { Hospital, HospitalListInput } from '../../../contracts/registry.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { findPage } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { listedHospitals } from './hospital-filter.ts'
import { HOSPITAL_COLUMNS, toHospital } from './hospital-row.ts'

/** Hospitals that are not retired, newest first or by name; search by name, address or phone number. */
export function listHospitals({ ctx, input }: VerbArgs<HospitalListInput>): Promise<ListPage<Hospital>> {
  const listed = listedHospitals(input)
  return readPage(input, {
    path: '/api/hospitals/',
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: async (ids) => {
      const rows = await ctx.db.selectFrom('hospitals').select(HOSPITAL_COLUMNS).where('id', 'in', ids).execute()
      return rows.map(toHospital)
    },
  })
}
