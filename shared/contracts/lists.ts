import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Query of every list: `page` jumps, `cursor` walks (keyset), `page_size` up to 100. */
export const listQuery = z.object({
  search: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(LIMITS.page_size_max).default(LIMITS.page_size),
})

/** The envelope of every list. `next` and `previous` are paths, null at the ends. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.number(),
    results: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total_pages: z.number(),
  })
