import type { z } from 'zod'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import { type RowCursor, readCursor, writeCursor } from './cursor.ts'
import { cursorAt, cursorOf, type Order } from './order.ts'

/** Which rows a page wants: after `from` (before it when `backwards`), `offset` passed over, at most `limit`. */
export interface Range<Cursor extends RowCursor> {
  from: Cursor | null
  backwards: boolean
  offset: number
  limit: number
}

export interface Count {
  count: number
  capped: boolean
}

export interface Found<Cursor extends RowCursor> extends Count {
  cursors: Cursor[]
}

/** What a list needs to be paged. */
export interface ListSource<Cursor extends RowCursor, Row extends { id: number }> {
  /** The REST path that `next` and `previous` lead to. */
  path: string
  /** Query parameters beside `search` and `sort` that narrow the list; they are repeated in the links. */
  filters?: Record<string, string | number | undefined>
  order: Order | CursorSchema<Cursor>
  /** The cursors of a range's rows, nearest to `from` first (so in reverse order when backwards), and how many rows match in all. */
  find(range: Range<Cursor>): Promise<Found<Cursor>>
  /** The rows of these ids, in any order; one that vanished meanwhile is left out. */
  rows(ids: number[]): Promise<Row[]>
}

/** For a list with an order of its own: its cursors, which end with the id of their row. */
interface CursorSchema<Cursor extends RowCursor> {
  cursor: z.ZodType<Cursor>
}

/** The largest number `page` takes (`listQuery`); paging on from there keeps showing it. */
const LAST_PAGE = 100_000

/**
 * One page of any list. With a cursor the page is found from the place of the row beside it, equally fast at any depth.
 * Rows that come or go elsewhere neither repeat nor hide any. `page` alone jumps and costs the rows it passes over. A page
 * afterCursor the last one is the last one.
 */
export async function readPage<Cursor extends RowCursor, Row extends { id: number }>(
  input: ListQuery,
  source: ListSource<Cursor, Row>,
): Promise<ListPage<Row>> {
  const { page, page_size } = input
  const given = startOf(input, source.order)
  const backwards = given?.backwards ?? false
  const offset = given ? 0 : (page - 1) * page_size
  const range = { from: given?.cursor ?? null, backwards, offset, limit: page_size + 1 }
  const { cursors: found, count, capped } = await source.find(range)
  const near = found.slice(0, page_size)
  const cursors = backwards ? near.toReversed() : near
  const further = found.length > page_size
  const total_pages = Math.max(1, Math.ceil(count / page_size))
  const link = (to: number, cursor?: Cursor, towardsStart = false) =>
    address(
      source,
      input,
      Math.min(LAST_PAGE, Math.max(1, to)),
      cursor && writeCursor({ cursor, backwards: towardsStart }),
    )
  const [first, last] = [cursors[0], cursors.at(-1)]
  const ids = cursors.map((cursor) => Number(cursor.at(-1)))
  if (!first || !last) {
    // In front of the first row the first page is shown, afterCursor the last row the last page that was counted.
    const near_end = backwards ? 1 : total_pages
    if (count > 0 && (given || page > near_end)) {
      return readPage({ ...input, page: near_end, cursor: undefined, go_to: undefined }, source)
    }
    return { count, count_capped: capped, results: [], next: null, previous: null, total_pages }
  }
  return {
    count,
    count_capped: capped,
    results: inOrder(ids, await source.rows(ids)),
    next: further || backwards ? link(page + 1, last) : null,
    previous: (backwards ? further : given || offset > 0) ? link(page - 1, first, true) : null,
    total_pages,
  }
}

function startOf<Cursor extends RowCursor>({ cursor, go_to }: ListQuery, order: Order | CursorSchema<Cursor>) {
  const schema = 'cursor' in order ? order.cursor : (cursorOf(order) as z.ZodType<Cursor>)
  if (cursor) return readCursor(cursor, schema)
  return go_to && 'id' in order ? { cursor: cursorAt(order, go_to) as Cursor, backwards: false } : null
}

function address(
  { path, filters }: Pick<ListSource<never, never>, 'path' | 'filters'>,
  input: ListQuery,
  page: number,
  cursor: string | undefined,
): string {
  const parameters: Record<string, string | number | undefined> = {
    search: input.search,
    sort: input.sort,
    ...filters,
    page: String(page),
    page_size: String(input.page_size),
    cursor,
  }
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value ? [[name, String(value)]] : [],
  )
  return `${path}?${new URLSearchParams(given).toString()}`
}

/** A count with its cap `most`, from the number found when one more was asked for. */
export const cappedCount = (found: number, most: number = LIMITS.count_most): Count => ({
  count: Math.min(found, most),
  capped: found > most,
})

/** Puts rows into the order of `ids`. */
export function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
