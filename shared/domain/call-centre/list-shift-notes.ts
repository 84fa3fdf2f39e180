import { sql } from 'kysely'
import type { ListPage, ListQuery } from '../../contracts/lists.ts'
import type { ShiftNote } from '../../contracts/shift-notes.ts'
import type { VerbArgs } from '../../platform/context.ts'
import { findPage } from '../records/lists/find-page.ts'
import { orderOf } from '../records/lists/order.ts'
import { readPage } from '../records/lists/read-page.ts'
import { eachWord, textTerm } from '../records/lists/search-term.ts'
import { shiftNotes, toShiftNote } from './shift-note-row.ts'

/** Shift notes, newest first; search looks at their text. */
export function listShiftNotes({ ctx, input }: VerbArgs<ListQuery>): Promise<ListPage<ShiftNote>> {
  const found = eachWord(textTerm(input.search), (pattern) => sql`fold_text(n.text) like ${pattern}`)
  const listed = { from: sql`shift_notes n where ${found}`, order: orderOf('-id', sql`n.id`, {}) }
  return readPage(input, {
    path: '/api/shift-notes/',
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: async (ids) => (await shiftNotes(ctx.db).where('n.id', 'in', ids).execute()).map(toShiftNote),
  })
}
