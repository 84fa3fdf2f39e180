import { z } from 'zod'
import { fieldError } from '../../../platform/domain-error.ts'

/** What identifies a place in a list: the values it is ordered by, unique together. */
export type ListKey = readonly (string | number)[]

export interface Cursor<Key extends ListKey> {
  key: Key
  /** Towards smaller page numbers: rows before the key. */
  backwards: boolean
}

/** The text that goes into `next` and `previous`. Its content is nobody's business but ours. */
export const writeCursor = <Key extends ListKey>({ key, backwards }: Cursor<Key>): string =>
  Buffer.from(JSON.stringify([backwards ? 'p' : 'n', ...key])).toString('base64url')

/** Reads a cursor strictly: anything we would not have written ourselves is refused under `cursor`. */
export function readCursor<Key extends ListKey>(text: string, key: z.ZodType<Key>): Cursor<Key> {
  const parsed = z.tuple([z.enum(['n', 'p'])], z.unknown()).safeParse(fromJson(text))
  const values = key.safeParse(parsed.data?.slice(1))
  if (parsed.success && values.success) {
    const cursor = { key: values.data, backwards: parsed.data[0] === 'p' }
    if (writeCursor(cursor) === text) return cursor
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
