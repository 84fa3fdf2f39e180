import { listQuery } from '@tvarit/shared/contracts/lists'
import { latestShiftNote, shiftNote, shiftNoteList, writeShiftNoteInput } from '@tvarit/shared/contracts/shift-notes'
import { listShiftNotes } from '@tvarit/shared/domain/call-centre/list-shift-notes'
import { readLatestShiftNote } from '@tvarit/shared/domain/call-centre/read-latest-shift-note'
import { writeShiftNote } from '@tvarit/shared/domain/call-centre/write-shift-note'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const shiftNotesRouter = router({
  latest: permitted('shift_notes.use')
    .meta(rest('GET', '/api/shift-notes/latest/', 'The newest handover note'))
    .output(latestShiftNote)
    .query(readLatestShiftNote),
  list: permitted('shift_notes.use')
    .meta(rest('GET', '/api/shift-notes/', 'Handover notes, newest first'))
    .input(listQuery)
    .output(shiftNoteList)
    .query(listShiftNotes),
  write: permitted('shift_notes.use')
    .meta(rest('POST', '/api/shift-notes/', 'Leave a note for the next shift', { status: 201 }))
    .input(writeShiftNoteInput)
    .output(shiftNote)
    .mutation(writeShiftNote),
})
