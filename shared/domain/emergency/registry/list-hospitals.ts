import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { Hospital } from '../../../contracts/registry.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey, idKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, inOrder, type Range, readPage } from '../../ground/lists/read-page.ts'
import { matchingHospitals } from './hospital-filter.ts'
import { HOSPITAL_COLUMNS, toHospital } from './hospital-row.ts'

/** Hospitals that are not retired, newest first; search by name, address or phone number. */
export function listHospitals({ ctx, input }: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<Hospital>> {
  return readPage(input, {
    path: '/api/hospitals/',
    key: idKey,
    find: (range) => findKeys(ctx.db, range, input.search),
    rows: async (keys) => {
      const ids = keys.map(([id]) => id)
      const rows = await ctx.db.selectFrom('hospitals').select(HOSPITAL_COLUMNS).where('id', 'in', ids).execute()
      return inOrder(ids, rows.map(toHospital), (row) => row.id)
    },
  })
}

async function findKeys(db: Db, range: Range<IdKey>, search: string | undefined): Promise<Found<IdKey>> {
  const matching = matchingHospitals(search)
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select h.id from ${matching} and ${beyondId('h.id', range)}
      order by h.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`
      select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}
