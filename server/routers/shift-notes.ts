import { listQuery } from '@tvarit/shared/contracts/lists'
import { latestShiftNote, shiftNote, shiftNoteList, writeShiftNoteInput } from '@tvarit/shared/contracts/shift-notes'
import { listShiftNotes } from '@tvarit/shared/domain/emergency/call-centre/list-shift-notes'
import { readLatestShiftNote } from '@tvarit/shared/domain/emergency/call-centre/read-latest-shift-note'
import { writeShiftNote } from '@tvarit/shared/domain/emergency/call-centre/write-shift-note'
import { permitted, router } from '../trpc/procedures.ts'

export const shiftNotesRouter = router({
  latest: permitted('shift_notes.use')
    .meta({ rest: { method: 'GET', path: '/api/shift-notes/latest/', summary: 'The newest handover note' } })
    .output(latestShiftNote)
    .query(({ ctx }) => readLatestShiftNote({ ctx })),
  list: permitted('shift_notes.use')
    .meta({ rest: { method: 'GET', path: '/api/shift-notes/', summary: 'Handover notes, newest first' } })
    .input(listQuery)
    .output(shiftNoteList)
    .query(({ ctx, input }) => listShiftNotes({ ctx, input })),
  write: permitted('shift_notes.use')
    .meta({
      rest: { method: 'POST', path: '/api/shift-notes/', status: 201, summary: 'Leave a note for the next shift' },
    })
    .input(writeShiftNoteInput)
    .output(shiftNote)
    .mutation(({ ctx, input }) => writeShiftNote({ ctx, input })),
})
