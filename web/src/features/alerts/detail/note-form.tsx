import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Button, Form } from 'antd'
import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import { TextAreaField } from '../../../components/form/field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useAddNote } from '../use-alert-actions.ts'
import styles from './detail.module.css'

const DAY_MS = 86_400_000

/** A note for the next reader of this alert; what is not sent yet survives Back. Gone when the alert was closed too long ago to add any. */
export function NoteForm({ alert }: { alert: Pick<AlertDetail, 'id' | 'closed_at'> }) {
  const now = useNow()
  const { hash } = useLocation()
  const { text, id: note_id, write, sent } = useDraft(`note of alert ${alert.id}`)
  const add = useAddNote(sent)
  if (alert.closed_at && now - Date.parse(alert.closed_at) > LIMITS.alert_note_days * DAY_MS) return null

  const submit = () => {
    if (!add.isPending && text.trim()) add.mutate({ id: alert.id, note_id, note: text.trim() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const error = add.isError ? (fieldMessages(add.error).note ?? errorText(add.error, 'The note was not saved.')) : null
  return (
    <Form className={`stack start gap-s ${styles.noteForm}`} onFinish={submit} noValidate>
      <TextAreaField
        name="note"
        autoFocus={hash === '#note'}
        label="Add a note"
        rows={2}
        maxLength={LIMITS.alert_note}
        hint="Everybody in the call centre reads it. No health details. Ctrl+Enter saves it."
        value={text}
        error={error}
        onChange={(event) => {
          write(event.target.value)
          if (add.isError) add.reset()
        }}
        onKeyDown={onKeyDown}
      />
      <Button htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
        Add note
      </Button>
    </Form>
  )
}
