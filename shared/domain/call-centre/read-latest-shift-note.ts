import type { ShiftNote } from '../../contracts/shift-notes.ts'
import type { SignedInCtx } from '../../platform/context.ts'
import { shiftNotes, toShiftNote } from './shift-note-row.ts'

/** The newest note, or null without one. */
export async function readLatestShiftNote({ ctx }: { ctx: SignedInCtx }): Promise<{ note: ShiftNote | null }> {
  const row = await shiftNotes(ctx.db).orderBy('n.id', 'desc').limit(1).executeTakeFirst()
  return { note: row ? toShiftNote(row) : null }
}
