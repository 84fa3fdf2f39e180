import { LIMITS } from '../../../contracts/limits.ts'
import type { ListKey } from './cursor.ts'
import { cappedCount, type Count, type Found, type Range } from './read-page.ts'

/** The ways to look for a term in a large list. Which one is fast depends on how common the term is. */
export interface Search<Key extends ListKey> {
  /** Looks at the `window` rows of the range that come first in order: those that match, and how many there were. */
  near(range: Range<Key>, window: number): Promise<{ keys: Key[]; seen: number }>
  /** What the trigram index can do. Null for a term it knows nothing of. */
  indexed: {
    /** Gathers up to `most` matches, then sorts: how many, and those of the range. Complete when fewer than `most`. */
    gather(range: Range<Key>, most: number): Promise<{ keys: Key[]; found: number }>
    /** How many match, up to `most`. */
    count(most: number): Promise<number>
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
const EVERYTHING = 1_000_000_000
const MOST = LIMITS.count_most + 1
/** A term that fills its page among the newest rows is common: nobody leafs through all of it, so counting ends early. */
const MOST_OF_COMMON = LIMITS.count_most_of_common_term
/** From this share of matching rows on, a sample reaches that number sooner than the index. */
const COMMON = 0.04
const SAMPLE = 50_000

/**
 * Finds a page of what matches a term, without trusting the planner with the choice: walking the order is endless for a
 * rare term, and the trigram index gathers everything for a common one. So: look at the newest few hundred rows; walk
 * on while what was found promises to fill the page; else gather all matches through the index, which also counts them.
 */
export async function searchKeys<Key extends ListKey>(range: Range<Key>, search: Search<Key>): Promise<Found<Key>> {
  const end = range.offset + range.limit
  let window = FIRST_WINDOW
  let looked = await search.near(range, window)
  let counted: Count | null = null
  const shareSeen = () => looked.keys.length / Math.max(1, looked.seen)
  const share = shareSeen()
  const isFilled = () => looked.keys.length >= end || looked.seen < window
  const isPromising = () => !search.indexed || shareSeen() >= WORTH_WALKING
  while (!isFilled() && window < LAST_WINDOW && isPromising()) {
    const needed = Math.ceil((MARGIN * end) / Math.max(shareSeen(), 1 / LAST_WINDOW))
    window = Math.min(LAST_WINDOW, Math.max(2 * window, needed))
    ;[looked, counted] = await Promise.all([search.near(range, window), counted ?? countMatches(search, share)])
  }
  const keys = looked.keys.slice(range.offset, end)
  if (looked.seen < window && !range.from) return { keys, count: looked.keys.length, capped: false }
  if (isFilled()) return { keys, ...(counted ?? (await countMatches(search, share))) }
  if (!search.indexed) {
    const all = await search.near(range, EVERYTHING)
    return { keys: all.keys.slice(range.offset, end), ...(counted ?? (await countMatches(search, share))) }
  }
  const gathered = await search.indexed.gather(range, MOST)
  if (gathered.found < MOST) return { keys: gathered.keys, count: gathered.found, capped: false }
  const { keys: sorted } = await search.indexed.gather(range, EVERYTHING)
  return { keys: sorted, ...cappedCount(gathered.found) }
}

async function countMatches<Key extends ListKey>({ indexed, sample }: Search<Key>, share: number): Promise<Count> {
  const byIndex = async () => cappedCount((await indexed?.count(MOST_OF_COMMON + 1)) ?? 0, MOST_OF_COMMON)
  if (indexed && share < COMMON) return byIndex()
  const rows = indexed ? Math.ceil((MARGIN * MOST_OF_COMMON) / share) : SAMPLE
  const { seen, found } = await sample(rows)
  if (seen < rows) return cappedCount(found)
  if (found > MOST_OF_COMMON) return cappedCount(found, MOST_OF_COMMON)
  // Nobody waits for a count of one or two letters in millions of rows: there are at least so many.
  return indexed ? byIndex() : { count: found, capped: true }
}
