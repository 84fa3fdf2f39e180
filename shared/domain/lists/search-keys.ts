import { LIMITS } from '../../contracts/limits.ts'
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
const STEP = 10
const LAST_WINDOW = 50_000
const EVERYTHING = 1_000_000_000
const MOST = LIMITS.count_most + 1
/** From this share of matching rows on, a sample reaches the cap sooner than the index. */
const COMMON = 0.3
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
  const share = looked.keys.length / Math.max(1, looked.seen)
  const isFilled = () => looked.keys.length >= end || looked.seen < window
  const isPromising = () => !search.indexed || looked.keys.length * STEP >= end
  while (!isFilled() && window < LAST_WINDOW && isPromising()) {
    window *= STEP
    looked = await search.near(range, window)
  }
  const keys = looked.keys.slice(range.offset, end)
  if (looked.seen < window && !range.from) return { keys, count: looked.keys.length, capped: false }
  if (isFilled()) return { keys, ...(await countMatches(search, share)) }
  if (!search.indexed) {
    const all = await search.near(range, EVERYTHING)
    return { keys: all.keys.slice(range.offset, end), ...(await countMatches(search, share)) }
  }
  const gathered = await search.indexed.gather(range, MOST)
  if (gathered.found < MOST) return { keys: gathered.keys, count: gathered.found, capped: false }
  const { keys: sorted } = await search.indexed.gather(range, EVERYTHING)
  return { keys: sorted, ...cappedCount(gathered.found) }
}

async function countMatches<Key extends ListKey>({ indexed, sample }: Search<Key>, share: number): Promise<Count> {
  if (indexed && share < COMMON) return cappedCount(await indexed.count(MOST))
  const { seen, found } = await sample(SAMPLE)
  if (found >= MOST || seen < SAMPLE) return cappedCount(found)
  // Nobody waits for a count of one or two letters in millions of rows: there are at least so many.
  return indexed ? cappedCount(await indexed.count(MOST)) : { count: found, capped: true }
}
