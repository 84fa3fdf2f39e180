import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { RowCursor } from './cursor.ts'
import { afterCursor, cursorColumns, type Order, orderBy, toCursor } from './order.ts'
import { cappedCount, type Count, type Found, type Range } from './read-page.ts'

/** What a list shows, for its pages and its file. */
export interface Listed {
  /** Its tables and conditions up to and with a `where`. */
  from: RawBuilder<unknown>
  order: Order
  /** Reads how many rows match when a tally has it. Left out, they are counted up to the most a list counts. */
  count?: (() => Promise<Count>) | undefined
  /** Of a search in a large list: ways to ask the trigram index, best first; none when the term is too short for it. */
  indexed?: readonly IndexedIds[] | undefined
}

/** SQL: `id` of the rows that the trigram index knows, at most `most` of each kind. All matches are among them. */
export type IndexedIds = (most: number) => RawBuilder<unknown>

/** A term that the trigram index finds in more rows is common: the order of the list soon meets a page of matches. */
const MOST_LOOKED_AT = 5_000
const EVERYTHING = 1_000_000_000

/**
 * The cursors of one page, and how many rows match in all. What the trigram index finds in few rows is gathered, counted and
 * sorted. A common term is met along the order of the list instead, and counted up to a few hundred.
 */
export async function findPage(db: Db, range: Range<RowCursor>, listed: Listed): Promise<Found<RowCursor>> {
  const { from, order, count, indexed } = listed
  // In the order of names the matches of a common term may all be far down: they are gathered whatever their number.
  const most = order.key?.type === 'text' ? EVERYTHING : MOST_LOOKED_AT
  for (const ids of indexed ?? []) {
    const { looked_at, ...gathered } = await gather(db, range, listed, ids, most)
    if (looked_at < most) return gathered
  }
  const [found, counted] = await Promise.all([
    sql<{ key: string | null; id: number }>`select ${cursorColumns(order)} from ${from} and ${afterCursor(order, range)}
      order by ${orderBy(order, range)} limit ${range.limit} offset ${range.offset}`.execute(db),
    count?.() ?? countMatches(db, from, indexed ? LIMITS.count_most_of_common_term : LIMITS.count_most),
  ])
  return { cursors: found.rows.map(toCursor), ...counted }
}

/** Those of `ids` that are listed, and among how many rows they were looked for: nothing when there are `most`. */
async function gather(db: Db, range: Range<RowCursor>, { from, order }: Listed, ids: IndexedIds, most: number) {
  const hits: Order = {
    key: order.key && { ...order.key, by: sql`hits.key` },
    id: sql`hits.id`,
    descending: order.descending,
  }
  const { rows } = await sql<{ looked_at: number; found: number; cursors: { key: string | null; id: number }[] }>`
    with looked as materialized (${ids(most)}),
    hits as materialized (
      select ${cursorColumns(order)} from ${from} and ${order.id} = any(array(select id from looked))
        and (select count(*) < ${most} from looked)
    ), page as (
      select key, id from hits where ${afterCursor(hits, range)}
      order by ${orderBy(hits, range)} limit ${range.limit} offset ${range.offset}
    )
    select (select count(*) from looked) as looked_at, (select count(*) from hits) as found,
      coalesce((select json_agg(hits order by ${orderBy(hits, range)}) from page as hits), '[]') as cursors`.execute(db)
  const { looked_at, found, cursors } = rows[0]!
  return { looked_at, cursors: cursors.map(toCursor), ...cappedCount(found) }
}

async function countMatches(db: Db, from: RawBuilder<unknown>, most: number): Promise<Count> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select from ${from} limit ${most + 1}) match`.execute(db)
  return cappedCount(rows[0]!.found, most)
}
