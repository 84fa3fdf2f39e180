import type { ListPage } from '../../../contracts/lists.ts'
import type { Ambulance, AmbulanceListInput } from '../../../contracts/registry.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { findPage } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { listedAmbulances } from './ambulance-filter.ts'
import { ambulanceRows } from './ambulance-row.ts'

/** Ambulances that are not retired, newest first or by number; search by number, operator or driver. */
export function listAmbulances({ ctx, input }: VerbArgs<AmbulanceListInput>): Promise<ListPage<Ambulance>> {
  const listed = listedAmbulances(input)
  return readPage(input, {
    path: '/api/ambulances/',
    filters: { status: input.status },
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: (ids) => ambulanceRows(ctx.db, ids),
  })
}
