import { z } from 'zod'
import { textUpTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { PEOPLE_SORTS } from './list-choices.ts'

/**
 * Query of every list. `page` jumps. With `cursor` (from `next` or `previous` of an answer) paging takes constant time
 * at any depth, and `page` is only the number to show. `page_size` up to 100.
 */
export const listQuery = z.object({
  search: textUpTo(LIMITS.search).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(LIMITS.page_size_max).default(LIMITS.page_size),
  cursor: z.string().max(400).optional(),
})
export type ListQuery = z.output<typeof listQuery> & { sort?: string | undefined; go_to?: string | undefined }

/** What a list can be ordered by: `name`, or `-name` for the other direction. Left out, the list has its usual order. */
export const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  z.enum(columns.flatMap((column) => [column, `-${column}` as const])).optional()

/** Begins the list at this value of its order: a day, or the first letters of a name. */
export const goTo = textUpTo(LIMITS.go_to).optional()

/** The rows of one action on several, each once. */
export const severalIds = z
  .array(z.number().int().positive())
  .min(1)
  .max(LIMITS.rows_at_once)
  .transform((ids) => [...new Set(ids)])

/** Lists of people by role, newest first. */
export const peopleListInput = listQuery.extend({ sort: sortBy(PEOPLE_SORTS), go_to: goTo })

/** The envelope of every list. `next` and `previous` are paths, null at the ends. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    /**
     * How many rows match. Counting stops at `LIMITS.count_most` (for common search terms earlier); then `count_capped`
     * is true and there are more.
     */
    count: z.number(),
    count_capped: z.boolean(),
    results: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total_pages: z.number(),
  })

/** What a verb returns for `listOf(row)`. */
export interface ListPage<Row> {
  count: number
  count_capped: boolean
  results: Row[]
  next: string | null
  previous: string | null
  total_pages: number
}
