import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { day } from '../../../contracts/formats.ts'
import { foldText } from '../../../contracts/same-text.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import type { RowCursor } from './cursor.ts'

/** Where a range of rows begins, and which way it goes. */
interface Start {
  from: RowCursor | null
  backwards: boolean
}

/** What rows are orderBy by before their ids. */
type SortKey = { by: RawBuilder<unknown> } & (
  | { type: 'date' }
  /** `stored` turns what a person types into what the column holds; `last` behind a text comes after all it begins. */
  | { type: 'text'; stored: (typed: string) => string; last: string }
)

/** The order of a list: by `key` and then by id, or by id alone, all in one direction. */
export interface Order {
  key: SortKey | null
  id: RawBuilder<unknown>
  descending: boolean
  /** A column in which all rows are the same: its index with the ids is then the one to walk. */
  same?: RawBuilder<unknown>
}

/** The cursor of a list in the order of its ids. */
const idCursor = z.tuple([z.number().int().positive()])
export type IdCursor = z.infer<typeof idCursor>

/** The names of people and things as lists order them, as the index `users_name` has them. */
export const byName = (name: RawBuilder<unknown>): SortKey => ({
  by: sql`(fold_text(${name}) collate "C")`,
  type: 'text',
  stored: foldText,
  last: '\u{10ffff}',
})

/** Codes of capital letters and digits. */
export const byCode = (code: RawBuilder<unknown>, stored: (typed: string) => string): SortKey => ({
  by: code,
  type: 'text',
  stored,
  last: 'Z'.repeat(30),
})

export const byDay = (day: RawBuilder<unknown>): SortKey => ({ by: day, type: 'date' })

/** The order that `sort` names: one of `keys` (null: the ids), descending with `-` in front. */
export function orderOf(sort: string, id: RawBuilder<unknown>, keys: Readonly<Record<string, SortKey | null>>): Order {
  const descending = sort.startsWith('-')
  return { key: keys[descending ? sort.slice(1) : sort] ?? null, id, descending }
}

/** The schema of this order's cursors. */
export function cursorOf({ key }: Order): z.ZodType<RowCursor> {
  if (!key) return idCursor
  return z.tuple([key.type === 'date' ? day : z.string().max(200), z.number().int().positive()])
}

/** The cursor in front of the first row at or afterCursor a value that was typed. Throws a domain error under `go_to`. */
export function cursorAt({ key, descending }: Order, value: string): RowCursor {
  if (!key) throw fieldError('go_to', TEXTS.go_to_none)
  if (key.type === 'date') {
    if (!day.safeParse(value).success) throw fieldError('go_to', TEXTS.go_to_date)
    return [value, descending ? Number.MAX_SAFE_INTEGER : 1]
  }
  return [key.stored(value) + (descending ? key.last : ''), 1]
}

/** The columns of a cursor, `key` and `id`. */
export const cursorColumns = ({ key, id }: Order): RawBuilder<unknown> =>
  sql`${key?.by ?? sql`null`} as key, ${id} as id`

export const toCursor = ({ key, id }: { key: string | null; id: number }): RowCursor =>
  key === null ? [id] : [key, id]

/** `order by` of a range. */
export function orderBy({ key, id, descending, same }: Order, { backwards }: Pick<Start, 'backwards'>) {
  const [direction, other] = descending === backwards ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  // The index of statuses has them rising beside falling ids.
  const first = key ? sql`${key.by} ${direction}, ` : same ? sql`${same} ${other}, ` : sql``
  return sql`${first}${id} ${direction}`
}

/** The condition that a row lies afterCursor the range's start. */
export function afterCursor({ key, id, descending }: Order, { from, backwards }: Start) {
  if (!from) return sql<boolean>`true`
  const sign = descending === backwards ? sql`>` : sql`<`
  if (!key) return sql<boolean>`${id} ${sign} ${from[0]}`
  const value = sql`cast(${from[0]} as ${sql.raw(key.type)})`
  return sql<boolean>`(${key.by}, ${id}) ${sign} (${value}, ${from[1]}::bigint)`
}
