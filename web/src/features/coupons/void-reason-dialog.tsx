import { VOID_REASONS } from '@tvarit/shared/contracts/coupons'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { CheckField, TextField } from '../../components/form/field.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'

interface VoidReasonDialogProps {
  title: string
  /** What sends the reason. */
  send: { error: unknown; isError: boolean; isPending: boolean; reset: () => void }
  /** Whether a replacement is proposed. */
  replaces: boolean
  onReason: (reason: string, replace: boolean) => void
  onClose: () => void
}

/** The question for the reason, and whether replacements are made. */
export function VoidReasonDialog({ title, send, replaces, onReason, onClose }: VoidReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [replace, setReplace] = useState(replaces)
  const [missing, setMissing] = useState(false)
  const refused = fieldMessages(send.error).reason
  const change = (text: string) => {
    setReason(text)
    setMissing(false)
    if (send.isError) send.reset()
  }
  const onSubmit = () => {
    if (reason.trim().length < LIMITS.void_reason_min) setMissing(true)
    else onReason(reason.trim(), replace)
  }
  return (
    <FormDialog
      title={title}
      submit={title}
      danger
      busy={send.isPending}
      error={send.isError && !refused ? errorText(send.error, TEXTS.void_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <p>{TEXTS.void_note}</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={LIMITS.void_reason}
        hint="Without names and phone numbers: it is kept in the audit."
        value={reason}
        error={missing ? TEXTS.void_reason : (refused ?? null)}
        onChange={(event) => change(event.target.value)}
      />
      <QuickChoices label="Common reasons" choices={VOID_REASONS} value={reason} onChoose={change} />
      <CheckField checked={replace} onChange={setReplace}>
        Make a replacement sticker
      </CheckField>
    </FormDialog>
  )
}
