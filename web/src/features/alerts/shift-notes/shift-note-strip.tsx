import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { trpc } from '../../../lib/trpc-query.ts'
import { AllNotesDialog } from './all-notes-dialog.tsx'
import { Note } from './note.tsx'
import styles from './shift-notes.module.css'
import { WriteNoteDialog } from './write-note-dialog.tsx'

const POLL_MS = 60_000

/** What the last shift left to know, above the alerts; the way to write the next note and to read all. */
export function ShiftNoteStrip() {
  const [dialog, setDialog] = useState<'write' | 'all' | null>(null)
  const { data } = useQuery(
    trpc.shiftNotes.latest.queryOptions(undefined, { refetchInterval: POLL_MS, meta: { silent: true } }),
  )
  const close = () => setDialog(null)
  if (!data) return null
  return (
    <section className={styles.strip} aria-label="Handover note">
      {data.note ? <Note note={data.note} /> : <p className={styles.none}>No handover note yet.</p>}
      <div className={styles.actions}>
        {data.note ? (
          <Button type="text" onClick={() => setDialog('all')}>
            All notes
          </Button>
        ) : null}
        <Button onClick={() => setDialog('write')}>Write handover note</Button>
      </div>
      {dialog === 'write' ? <WriteNoteDialog onClose={close} /> : null}
      {dialog === 'all' ? <AllNotesDialog onClose={close} /> : null}
    </section>
  )
}
