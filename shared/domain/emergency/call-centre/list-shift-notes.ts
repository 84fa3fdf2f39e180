import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import type { ShiftNote } from '../../../contracts/shift-notes.ts'
import type { Db } from '../../../platform/database.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import { beyondId, direction, type IdKey, idKey } from '../../ground/lists/order.ts'
import { cappedCount, type Found, inOrder, type Range, readPage } from '../../ground/lists/read-page.ts'
import { shiftNotes, toShiftNote } from './shift-note-row.ts'

/** Shift notes, newest first; search looks at their text. */
export function listShiftNotes({ ctx, input }: { ctx: SignedInCtx; input: ListQuery }): Promise<ListPage<ShiftNote>> {
  return readPage(input, {
    path: '/api/shift-notes/',
    key: idKey,
    find: (range) => findKeys(ctx.db, range, input.search),
    async rows(keys) {
      const ids = keys.map(([id]) => id)
      const rows = await shiftNotes(ctx.db).where('n.id', 'in', ids).execute()
      return inOrder(ids, rows.map(toShiftNote), (note) => note.id)
    },
  })
}

async function findKeys(db: Db, range: Range<IdKey>, search: string | undefined): Promise<Found<IdKey>> {
  const matching = sql`shift_notes n where lower(n.text) like ${likePattern((search ?? '').toLowerCase())}`
  const [keys, counted] = await Promise.all([
    sql<{ id: number }>`select n.id from ${matching} and ${beyondId('n.id', range)}
      order by n.id ${direction(range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    sql<{ found: number }>`
      select count(*) as found from (select from ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { keys: keys.rows.map((row): IdKey => [row.id]), ...cappedCount(counted.rows[0]!.found) }
}
