import { Button, Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { focusFirstField } from '../lib/focus-first-field.ts'
import { useFirstMistake } from '../lib/use-first-mistake.ts'
import { useUnsent } from '../lib/unsent.ts'
import { useFocusBack } from '../lib/use-focus-back.ts'
import { Notice } from './notice.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  /** The word on the button that submits. */
  submit: string
  busy: boolean
  /** Nothing more can be submitted: it has worked, or another person was first. */
  done?: boolean
  danger?: boolean
  /** A second button, which submits and stays for the next one. */
  next?: { label: string; onSubmit: () => void }
  /** What is wrong with the form as a whole. */
  error?: string | null
  onCancel: () => void
  onSubmit: () => void
  children?: ReactNode
}

/** A form (or a question) in a dialog. Enter submits, Escape cancels, after a question where
 * something was typed; focus is trapped and goes back afterwards. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, busy, done = false, danger = false, next, error, onCancel, onSubmit, children } = props
  const { form_id, goToFirstMistake } = useFirstMistake(busy)
  useFocusBack()
  const unlessUnsent = useUnsent(form_id, busy || done)
  const cancel = () => unlessUnsent(onCancel)
  const send = (submitted: () => void) => {
    if (busy || done) return
    submitted()
    goToFirstMistake()
  }
  return (
    <Modal
      open
      title={title}
      onCancel={cancel}
      destroyOnHidden
      afterOpenChange={(open) => open && focusFirstField(document.getElementById(form_id))}
      width={560}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={cancel}>
          Cancel
        </Button>,
        next ? (
          <Button key="next" disabled={busy || done} onClick={() => send(next.onSubmit)}>
            {next.label}
          </Button>
        ) : null,
        <Button
          key="submit"
          type="primary"
          danger={danger}
          htmlType="submit"
          form={form_id}
          loading={busy}
          disabled={done}
        >
          {submit}
        </Button>,
      ]}
    >
      <Form id={form_id} className={`stack gap-m ${styles.form}`} onFinish={() => send(onSubmit)} noValidate>
        {children}
        {error ? <Notice tone="error">{error}</Notice> : null}
      </Form>
    </Modal>
  )
}
