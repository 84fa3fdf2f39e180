import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { QuickChoices } from '../../components/quick-choices.tsx'
import { focusFirstField } from '../../lib/focus-first-field.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import styles from './close-alert-dialog.module.css'
import { CLOSING_REASONS, withReason } from './closing-reasons.ts'
import type { Closing } from './use-alert-actions.ts'

interface CloseAlertDialogProps {
  closing: Closing
  /** Whose alert, so that nobody closes the wrong one. */
  name: string
  /** The word on the button: Attend, Accept or Reject. */
  verb: string
  prefill?: string
  busy: boolean
  onCancel: () => void
  onSubmit: (description: string) => void
}

/** Asks why. The description is required: it is what the next reader of this alert will know. */
export function CloseAlertDialog({
  closing,
  name,
  verb,
  prefill = '',
  busy,
  onCancel,
  onSubmit,
}: CloseAlertDialogProps) {
  const [description, setDescription] = useState(prefill)
  const [missing, setMissing] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useFocusBack()

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    if (description.trim()) onSubmit(description.trim())
    else setMissing(true)
  }
  return (
    <Modal
      open
      title={`${verb} alert: ${name}`}
      onCancel={onCancel}
      destroyOnHidden
      afterOpenChange={(open) => open && focusFirstField(form.current)}
      width={520}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          Cancel
        </Button>,
        <Button
          key="submit"
          type="primary"
          danger={closing === 'REJECTED'}
          loading={busy}
          htmlType="submit"
          form={`${id}form`}
        >
          {verb}
        </Button>,
      ]}
    >
      <form ref={form} id={`${id}form`} onSubmit={submit} noValidate>
        <label className={styles.label} htmlFor={`${id}text`}>
          {TEXTS.alert_description_ask}
        </label>
        <QuickChoices
          label="Common reasons"
          choices={CLOSING_REASONS[closing]}
          value={description.trim()}
          onChoose={(reason) => {
            setDescription(withReason(description, reason, [prefill, ...CLOSING_REASONS[closing]]))
            setMissing(false)
          }}
        />
        <Input.TextArea
          id={`${id}text`}
          className={styles.text}
          rows={4}
          maxLength={LIMITS.alert_description}
          value={description}
          status={missing ? 'error' : ''}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}error` : undefined}
          onChange={(event) => {
            setDescription(event.target.value)
            setMissing(false)
          }}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
        />
        <p id={`${id}error`} className={styles.error} role="alert">
          {missing ? TEXTS.alert_description_required : ''}
        </p>
      </form>
    </Modal>
  )
}
