import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Button } from 'antd'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { TextAreaField } from '../../../components/plain/field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useAddNote } from '../use-alert-actions.ts'
import styles from './detail.module.css'

const DAY_MS = 86_400_000

/** A note for whoever reads this alert next. Gone when the alert was closed too long ago to add any. */
export function NoteForm({ alert }: { alert: Pick<AlertDetail, 'id' | 'closed_at'> }) {
  const now = useNow()
  const [text, setText] = useState('')
  // One id per draft: sent again after a lost answer it is still one note.
  const [note_id, setNoteId] = useState(randomId)
  const add = useAddNote(() => {
    setText('')
    setNoteId(randomId())
  })
  if (alert.closed_at && now - Date.parse(alert.closed_at) > LIMITS.alert_note_days * DAY_MS) return null

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!add.isPending && text.trim()) add.mutate({ id: alert.id, note_id, note: text.trim() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const error = add.isError ? (fieldMessages(add.error).note ?? errorText(add.error, 'The note was not saved.')) : null
  return (
    <form className={styles.noteForm} onSubmit={submit} noValidate>
      <TextAreaField
        label="Add a note"
        rows={2}
        maxLength={LIMITS.alert_note}
        hint="Everybody in the call centre reads it. No health details. Ctrl+Enter saves it."
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          if (add.isError) add.reset()
        }}
        onKeyDown={onKeyDown}
      />
      <Button htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
        Add note
      </Button>
    </form>
  )
}
