import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Db } from '../../../platform/database.ts'
import type { RowCursor } from './cursor.ts'
import { afterCursor, cursorColumns, type Order, orderBy, toCursor } from './order.ts'
import { cappedCount, type Count, type Found, type Range } from './read-page.ts'

/** What a list shows, for its pages and its file. */
export interface Listed {
  /** Its tables and conditions up to and with a `where`. */
  from: RawBuilder<unknown>
  order: Order
}

/**
 * The cursors of one page, and how many rows match in all. `count` reads that number when a tally has it; without, they
 * are counted up to the most a list counts.
 */
export async function findPage(
  db: Db,
  range: Range<RowCursor>,
  { from, order }: Listed,
  count: () => Promise<Count> = () => countMatches(db, from),
): Promise<Found<RowCursor>> {
  const [found, counted] = await Promise.all([
    sql<{ key: string | null; id: number }>`select ${cursorColumns(order)} from ${from} and ${afterCursor(order, range)}
      order by ${orderBy(order, range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    count(),
  ])
  return { cursors: found.rows.map(toCursor), ...counted }
}

async function countMatches(db: Db, from: RawBuilder<unknown>): Promise<Count> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select from ${from} limit ${LIMITS.count_most + 1}) match`.execute(db)
  return cappedCount(rows[0]!.found)
}
