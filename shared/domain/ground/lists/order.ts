import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Range } from './read-page.ts'

/** The key of a list in the order of its ids, newest first. */
export const idKey = z.tuple([z.number().int().positive()])
export type IdKey = z.infer<typeof idKey>

/** `desc` towards older rows, `asc` when walking back. */
export const direction = ({ backwards }: Pick<Range<never>, 'backwards'>): RawBuilder<unknown> =>
  backwards ? sql`asc` : sql`desc`

/** The condition that an id lies beyond the range's start. */
export const beyondId = (column: string, { from, backwards }: Pick<Range<IdKey>, 'from' | 'backwards'>) =>
  from ? sql<boolean>`${sql.ref(column)} ${backwards ? sql`>` : sql`<`} ${from[0]}` : sql<boolean>`true`
