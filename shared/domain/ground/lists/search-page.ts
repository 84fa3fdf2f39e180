import { LIMITS } from '../../../contracts/limits.ts'
import type { RowCursor } from './cursor.ts'
import { cappedCount, type Count, type Found, type Range } from './read-page.ts'

/** The ways to look for a term in a large list. Which one is fast depends on how common the term is. */
export interface Search<Cursor extends RowCursor> {
  /** Looks at the `window` rows of the range that come first in order: those that match, and how many there were. */
  near(range: Range<Cursor>, window: number): Promise<{ cursors: Cursor[]; seen: number }>
  /** What the trigram index can do. Null for a term it knows nothing of. */
  indexed: {
    /** Gathers up to `most` matches, then sorts: how many, and those of the range. Complete when fewer than `most`. */
    gather(range: Range<Cursor>, most: number): Promise<{ cursors: Cursor[]; found: number }>
    /** How many match, up to `most`; a lower bound where `bounded`. */
    count(most: number): Promise<{ found: number; bounded: boolean }>
    /**
     * The share of all rows that `gather` looks at, where the nearest rows do not tell: among several words each may be
     * common, and in the order of names the nearest are alike.
     */
    share?(): Promise<number>
  } | null
  /** Looks at `rows` rows of the list, in whatever order is fastest: how many there were, and how many match. */
  sample(rows: number): Promise<{ seen: number; found: number }>
}

const FIRST_WINDOW = 500
/** Below this share of matching rows gathering all of them through the index costs less than walking to enough. */
const WORTH_WALKING = 0.0025
/** How much further than expected: matches are not spread evenly. */
const MARGIN = 1.5
const LAST_WINDOW = 50_000
/** A few rows tell little of how far to go. */
const MOST_WIDENED = 8
const EVERYTHING = 1_000_000_000
const MOST = LIMITS.count_most + 1
/**
 * A term that fills its page among the newest rows is common: exact counts of it have no use, so counting ends early.
 */
const MOST_OF_COMMON = LIMITS.count_most_of_common_term
/** From this share of matching rows on, a sample reaches that number sooner than the index. */
const COMMON = 0.04
const SAMPLE = 50_000

/**
 * Finds a page of what matches a term, without leaving the choice of a query plan to PostgreSQL. Walking the order is
 * endless for a rare term, and the trigram index gathers everything for a common one. So it reads the newest few
 * hundred rows and walks on while their share of matches promises to fill the page. Else it gathers all matches through
 * the index, which also counts them.
 */
export async function searchPage<Cursor extends RowCursor>(
  range: Range<Cursor>,
  search: Search<Cursor>,
): Promise<Found<Cursor>> {
  const end = range.offset + range.limit
  let window = FIRST_WINDOW
  const gathered_share = await search.indexed?.share?.()
  const is_rare = gathered_share !== undefined && gathered_share < WORTH_WALKING
  let looked = is_rare ? { cursors: [], seen: window } : await search.near(range, window)
  let counted: Count | null = null
  const shareSeen = () => looked.cursors.length / Math.max(1, looked.seen)
  const share = shareSeen()
  const isPromising = () => !search.indexed || (gathered_share ?? shareSeen()) >= WORTH_WALKING
  const isFilled = () => looked.cursors.length >= end || looked.seen < window
  while (!isFilled() && window < LAST_WINDOW && isPromising()) {
    const needed = Math.ceil((MARGIN * end) / Math.max(shareSeen(), 1 / LAST_WINDOW))
    window = Math.min(LAST_WINDOW, Math.max(2 * window, Math.min(needed, MOST_WIDENED * window)))
    ;[looked, counted] = await Promise.all([search.near(range, window), counted ?? countMatches(search, share)])
  }
  const cursors = looked.cursors.slice(range.offset, end)
  if (looked.seen < window && !range.from) return { cursors, count: looked.cursors.length, capped: false }
  if (isFilled()) {
    const { count, capped } = counted ?? (await countMatches(search, share))
    return { cursors, count: Math.max(count, range.offset + cursors.length), capped }
  }
  if (!search.indexed) {
    const all = await search.near(range, EVERYTHING)
    return { cursors: all.cursors.slice(range.offset, end), ...(counted ?? (await countMatches(search, share))) }
  }
  const gathered = await search.indexed.gather(range, MOST)
  if (gathered.found < MOST) return { cursors: gathered.cursors, count: gathered.found, capped: false }
  const { cursors: sorted } = await search.indexed.gather(range, EVERYTHING)
  return { cursors: sorted, ...cappedCount(gathered.found) }
}

async function countMatches<Cursor extends RowCursor>(
  { indexed, sample }: Search<Cursor>,
  share: number,
): Promise<Count> {
  const byIndex = async (): Promise<Count> => {
    const { found, bounded } = (await indexed?.count(MOST_OF_COMMON + 1)) ?? { found: 0, bounded: true }
    return bounded && found <= MOST_OF_COMMON ? { count: found, capped: true } : cappedCount(found, MOST_OF_COMMON)
  }
  if (indexed && share < COMMON) return byIndex()
  const rows = indexed ? Math.ceil((MARGIN * MOST_OF_COMMON) / share) : SAMPLE
  const { seen, found } = await sample(rows)
  if (seen < rows) return cappedCount(found)
  if (found > MOST_OF_COMMON) return cappedCount(found, MOST_OF_COMMON)
  // A full count of one or two letters in millions of rows would take seconds: this is a lower bound.
  return indexed ? byIndex() : { count: found, capped: true }
}
