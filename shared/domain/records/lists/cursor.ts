import { z } from 'zod'
import { fieldError } from '../../../platform/domain-error.ts'

/** A row's place in a list: the values the list is ordered by, unique together. */
export type RowCursor = readonly (string | number)[]

export interface PageCursor<Cursor extends RowCursor> {
  cursor: Cursor
  /** Towards smaller page numbers: rows before the cursor. */
  backwards: boolean
}

/** The text that goes into `next` and `previous`. Clients must not interpret it. */
export const writeCursor = <Cursor extends RowCursor>({ cursor, backwards }: PageCursor<Cursor>): string =>
  Buffer.from(JSON.stringify([backwards ? 'p' : 'n', ...cursor])).toString('base64url')

/** Reads a cursor strictly: anything we would not have written ourselves is rejected under `cursor`. */
export function readCursor<Cursor extends RowCursor>(text: string, schema: z.ZodType<Cursor>): PageCursor<Cursor> {
  const parsed = z.tuple([z.enum(['n', 'p'])], z.unknown()).safeParse(fromJson(text))
  const values = schema.safeParse(parsed.data?.slice(1))
  if (parsed.success && values.success) {
    const read = { cursor: values.data, backwards: parsed.data[0] === 'p' }
    if (writeCursor(read) === text) return read
  }
  throw fieldError('cursor', 'This cursor is not valid: use the address in next or previous as it is.')
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
