import type { ShiftNote } from '@tvarit/shared/contracts/shift-notes'
import { formatDateMinute } from '../../../lib/dates.ts'
import styles from './shift-notes.module.css'

/** A note with its writer and time. */
export function Note({ note }: { note: ShiftNote }) {
  return (
    <div className={styles.note}>
      <p className="soft">
        {note.written_by.name}, {formatDateMinute(note.written_at)}
      </p>
      <p className={styles.text}>{note.text}</p>
    </div>
  )
}
