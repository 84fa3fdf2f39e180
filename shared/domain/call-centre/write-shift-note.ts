import type { z } from 'zod'
import type { ShiftNote, writeShiftNoteInput } from '../../contracts/shift-notes.ts'
import type { VerbArgs } from '../../platform/context.ts'
import { shiftNotes, toShiftNote } from './shift-note-row.ts'

/** Leaves a note for the next shift. The same `note_id` again returns the note that is there. */
export async function writeShiftNote({
  ctx,
  input,
}: VerbArgs<z.output<typeof writeShiftNoteInput>>): Promise<ShiftNote> {
  await ctx.db
    .insertInto('shift_notes')
    .values({ ...input, written_by: ctx.actor.id })
    .onConflict((conflict) => conflict.column('note_id').doNothing())
    .execute()
  return toShiftNote(await shiftNotes(ctx.db).where('n.note_id', '=', input.note_id).executeTakeFirstOrThrow())
}
