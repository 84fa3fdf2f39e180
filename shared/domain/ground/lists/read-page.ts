import type { z } from 'zod'
import { LIMITS } from '../../../contracts/limits.ts'
import type { ListPage, ListQuery } from '../../../contracts/lists.ts'
import { type ListKey, readCursor, writeCursor } from './cursor.ts'

/** Which keys a page wants: after `from` (before it when `backwards`), `offset` passed over, at most `limit`. */
export interface Range<Key extends ListKey> {
  from: Key | null
  backwards: boolean
  offset: number
  limit: number
}

export interface Count {
  count: number
  capped: boolean
}

export interface Found<Key extends ListKey> extends Count {
  keys: Key[]
}

/** A list as the mechanism sees it. */
export interface ListSource<Key extends ListKey, Row> {
  /** The REST path that `next` and `previous` lead to. */
  path: string
  /** Query parameters beside `search` that narrow the list; they are repeated in the links. */
  filters?: Record<string, string | undefined>
  /** Reads a key back from a cursor. */
  key: z.ZodType<Key>
  /** The keys of a range, nearest to `from` first (so in reverse order when backwards), and how many rows match in all. */
  find(range: Range<Key>): Promise<Found<Key>>
  /** The rows of these keys in the same order; one that vanished meanwhile is left out. */
  rows(keys: Key[]): Promise<Row[]>
}

/** The largest number `page` takes (`listQuery`); walking on from there keeps showing it. */
const LAST_PAGE = 100_000

/**
 * One page of any list. `page` alone jumps (it passes over rows); with a cursor the page is found from the key of the
 * row beside it, as fast at the end as at the start, and rows that come or go elsewhere neither repeat nor hide any.
 */
export async function readPage<Key extends ListKey, Row>(
  input: ListQuery,
  source: ListSource<Key, Row>,
): Promise<ListPage<Row>> {
  const { page, page_size } = input
  const cursor = input.cursor ? readCursor(input.cursor, source.key) : null
  const backwards = cursor?.backwards ?? false
  const offset = cursor ? 0 : (page - 1) * page_size
  const range = { from: cursor?.key ?? null, backwards, offset, limit: page_size + 1 }
  const { keys: found, count, capped } = await source.find(range)
  const near = found.slice(0, page_size)
  const keys = backwards ? near.toReversed() : near
  const further = found.length > page_size
  const total_pages = Math.max(1, Math.ceil(count / page_size))
  const link = (to: number, key?: Key, towardsStart = false) =>
    address(source, input, Math.min(LAST_PAGE, Math.max(1, to)), key && writeCursor({ key, backwards: towardsStart }))
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last) {
    // Beyond an end, or the rows have gone: only a jump leads back.
    const back = backwards ? 1 : Math.min(page - 1, total_pages)
    const exists = count > 0 && back > 0
    return {
      count,
      count_capped: capped,
      results: [],
      next: exists && backwards ? link(back) : null,
      previous: exists && !backwards ? link(back) : null,
      total_pages,
    }
  }
  return {
    count,
    count_capped: capped,
    results: await source.rows(keys),
    next: further || backwards ? link(page + 1, last) : null,
    previous: (backwards ? further : cursor || offset > 0) ? link(page - 1, first, true) : null,
    total_pages,
  }
}

function address(
  { path, filters }: Pick<ListSource<never, unknown>, 'path' | 'filters'>,
  input: ListQuery,
  page: number,
  cursor: string | undefined,
): string {
  const parameters = {
    search: input.search,
    ...filters,
    page: String(page),
    page_size: String(input.page_size),
    cursor,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `${path}?${new URLSearchParams(given).toString()}`
}

/** A count that stopped at the most that is counted. Give it what was found when asked for one more. */
export const cappedCount = (found: number, most: number = LIMITS.count_most): Count => ({
  count: Math.min(found, most),
  capped: found > most,
})

/** Puts rows into the order of their keys. */
export function inOrder<Row>(ids: number[], rows: Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
