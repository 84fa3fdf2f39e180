import { z } from 'zod'
import { requiredText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { listOf } from './lists.ts'

/** A note of one shift for the next. */
export const shiftNote = z.object({
  id: z.number(),
  text: z.string(),
  written_by: z.object({ id: z.number(), name: z.string() }),
  written_at: z.string(),
})
export type ShiftNote = z.infer<typeof shiftNote>
export const shiftNoteList = listOf(shiftNote)
export const latestShiftNote = z.object({ note: shiftNote.nullable() })

export const writeShiftNoteInput = z.strictObject({
  /** Made by the caller: the same note sent twice is one note. */
  note_id: z.uuid(),
  text: requiredText(LIMITS.shift_note),
})
