import { LIMITS } from '../../contracts/limits.ts'
import type { ListKey } from './cursor.ts'
import { cappedCount, type Count, type Found, type Range } from './read-page.ts'

/** The ways to look for a term in a large list. Which one is fast depends on how common the term is. */
export interface Search<Key extends ListKey> {
  /** Looks at the `window` rows of the range that come first in order: those that match, and how many there were. */
  near(range: Range<Key>, window: number): Promise<{ keys: Key[]; seen: number }>
  /**
   * Gathers up to `most` matches through the trigram index, then sorts: how many, and those of the range. Only complete
   * when fewer than `most` were found. Null for a term the index cannot help with.
   */
  indexed: ((range: Range<Key>, most: number) => Promise<{ keys: Key[]; found: number }>) | null
  /** Counts matches row by row up to `most`: fast for a term that much matches. May leave out what is rare. */
  plain(most: number): Promise<number>
}

const FIRST_WINDOW = 500
const FURTHER_WINDOWS = [5_000, 50_000]
const EVERYTHING = 1_000_000_000
const MOST = LIMITS.count_most + 1
/** From this share of matching rows on, counting row by row reaches the cap sooner than the index. */
const COMMON = 0.3
const NO_ROWS = { from: null, backwards: false, offset: 0, limit: 0 }

/**
 * Finds a page of what matches a term, without trusting the planner with the choice: walking the order is endless for a
 * rare term, and the trigram index gathers everything for a common one. So: look at the newest few hundred rows; if they
 * do not fill the page, gather all matches through the index (which also counts them); only when there are more than
 * anybody counts, walk on in growing windows.
 */
export async function searchKeys<Key extends ListKey>(range: Range<Key>, search: Search<Key>): Promise<Found<Key>> {
  const end = range.offset + range.limit
  const first = await search.near(range, FIRST_WINDOW)
  const ended = first.seen < FIRST_WINDOW
  const keys = first.keys.slice(range.offset, end)
  if (ended && !range.from) return { keys, count: first.keys.length, capped: false }
  if (ended || first.keys.length >= end) {
    return { keys, ...(await countMatches(search, first.keys.length / first.seen)) }
  }
  if (!search.indexed) return { keys: await walkOn(range, search), ...(await countMatches(search, 1)) }
  const all = await search.indexed(range, MOST)
  if (all.found < MOST) return { keys: all.keys, count: all.found, capped: false }
  return { keys: await walkOn(range, search), ...cappedCount(all.found) }
}

async function countMatches<Key extends ListKey>({ plain, indexed }: Search<Key>, share: number): Promise<Count> {
  if (!indexed || share >= COMMON) {
    const counted = cappedCount(await plain(MOST))
    if (counted.capped || !indexed) return counted
  }
  return cappedCount((await indexed(NO_ROWS, MOST)).found)
}

async function walkOn<Key extends ListKey>(range: Range<Key>, { near, indexed }: Search<Key>): Promise<Key[]> {
  const end = range.offset + range.limit
  for (const window of FURTHER_WINDOWS) {
    const { keys, seen } = await near(range, window)
    if (keys.length >= end || seen < window) return keys.slice(range.offset, end)
  }
  if (indexed) return (await indexed(range, EVERYTHING)).keys
  return (await near(range, EVERYTHING)).keys.slice(range.offset, end)
}
