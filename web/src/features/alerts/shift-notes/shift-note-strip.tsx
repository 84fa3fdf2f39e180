import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { trpc } from '../../../lib/trpc-query.ts'
import { AllNotesDialog } from './all-notes-dialog.tsx'
import { Note } from './note.tsx'
import styles from './shift-notes.module.css'

const POLL_MS = 60_000

/** What the last shift left to know, above the alerts, and the way to read all notes. Nothing while there is none. */
export function ShiftNoteStrip() {
  const [all, setAll] = useState(false)
  const { data } = useQuery(
    trpc.shiftNotes.latest.queryOptions(undefined, { refetchInterval: POLL_MS, meta: { silent: true } }),
  )
  if (!data?.note) return null
  return (
    <section className={`row between gap-l below ${styles.strip}`} aria-label="Handover note">
      <Note note={data.note} />
      <Button type="text" onClick={() => setAll(true)}>
        All notes
      </Button>
      {all ? <AllNotesDialog onClose={() => setAll(false)} /> : null}
    </section>
  )
}
