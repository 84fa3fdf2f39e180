import { VOID_REASONS } from '@tvarit/shared/contracts/coupons'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { CheckField, TextField } from '../../components/form/field.tsx'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { useForm } from '../../lib/use-form.ts'

interface VoidReasonDialogProps {
  title: string
  /** What sends the reason. */
  send: { error: unknown; isError: boolean; isPending: boolean; reset: () => void }
  /** Whether a replacement is proposed. */
  replaces: boolean
  onReason: (reason: string, replace: boolean) => void
  onClose: () => void
}

const CHECK = ({ reason }: { reason: string }) =>
  reason.trim().length < LIMITS.void_reason_min ? { reason: TEXTS.void_reason } : {}

/** The question for the reason, and whether replacements are made. */
export function VoidReasonDialog({ title, send, replaces, onReason, onClose }: VoidReasonDialogProps) {
  const { form, error, set, field, submit } = useForm(
    { reason: '', replace: replaces },
    { sending: send, failed: TEXTS.void_failed, check: CHECK },
  )
  return (
    <FormDialog
      title={title}
      submit={title}
      danger
      busy={send.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(() => onReason(form.reason.trim(), form.replace))}
    >
      <p>{TEXTS.void_note}</p>
      <TextField
        label="Reason"
        marked
        autoFocus
        autoComplete="off"
        maxLength={LIMITS.void_reason}
        hint="Without names and phone numbers: it is kept in the audit."
        {...field('reason')}
      />
      <QuickChoices
        label="Common reasons"
        choices={VOID_REASONS}
        value={form.reason}
        onChoose={(reason) => set({ reason })}
      />
      <CheckField checked={form.replace} onChange={(replace) => set({ replace })}>
        Make a replacement sticker
      </CheckField>
    </FormDialog>
  )
}
