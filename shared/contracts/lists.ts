import { z } from 'zod'
import { LIMITS } from './limits.ts'

/**
 * Query of every list. `page` jumps; `cursor` (from `next` or `previous` of an answer) walks in constant time at any
 * depth, and then `page` is only the number to show. `page_size` up to 100.
 */
export const listQuery = z.object({
  search: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(LIMITS.page_size_max).default(LIMITS.page_size),
  cursor: z.string().max(400).optional(),
})
export type ListQuery = z.output<typeof listQuery>

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
