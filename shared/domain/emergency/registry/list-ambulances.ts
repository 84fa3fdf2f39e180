import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage } from '../../../contracts/lists.ts'
import type { Ambulance, AmbulanceListInput } from '../../../contracts/registry.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { beyondId, direction, type IdKey, idKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, inOrder, type Range, readPage } from '../../ground/lists/read-page.ts'
import { matchingAmbulances } from './ambulance-filter.ts'
import { ambulanceRows } from './ambulance-row.ts'

/** Ambulances that are not retired, newest first; search by number, operator or driver. */
export function listAmbulances({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: AmbulanceListInput
}): Promise<ListPage<Ambulance>> {
  return readPage(input, {
    path: '/api/ambulances/',
    filters: { status: input.status },
    key: idKey,
    find: (range) => findKeys(ctx.db, range, input),
    rows: async (keys) => {
      const ids = keys.map(([id]) => id)
      return inOrder(ids, await ambulanceRows(ctx.db, ids), (row) => row.id)
    },
  })
}

async function findKeys(db: Db, range: Range<IdKey>, input: AmbulanceListInput): Promise<Found<IdKey>> {
  const matching = matchingAmbulances(input)
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select a.id from ${matching} and ${beyondId('a.id', range)}
      order by a.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`
      select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}
