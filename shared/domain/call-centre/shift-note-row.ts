import { sql } from 'kysely'
import type { ShiftNote } from '../../contracts/shift-notes.ts'
import type { Db } from '../../platform/database/database.ts'

/** The query behind every shift note. */
export function shiftNotes(db: Db) {
  return db
    .selectFrom('shift_notes as n')
    .innerJoin('users as u', 'u.id', 'n.written_by')
    .select(['n.id', 'n.text', 'n.written_at', 'u.id as writer_id'])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('writer_name'))
}

type Row = Awaited<ReturnType<ReturnType<typeof shiftNotes>['execute']>>[number]

/** A shift note as callers see it, from a row with its author. */
export const toShiftNote = (row: Row): ShiftNote => ({
  id: row.id,
  text: row.text,
  written_by: { id: row.writer_id, name: row.writer_name },
  written_at: row.written_at.toISOString(),
})
