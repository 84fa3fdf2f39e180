import { Button, Modal } from 'antd'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { focusFirstField } from '../lib/focus-first-field.ts'
import { useFocusBack } from '../lib/use-focus-back.ts'
import { Notice } from './notice.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  /** The word on the button that submits. */
  submit: string
  busy: boolean
  /** Nothing more can be submitted: it has worked. */
  done?: boolean
  danger?: boolean
  /** What is wrong with the form as a whole. */
  error?: string | null
  onCancel: () => void
  onSubmit: () => void
  children?: ReactNode
}

/** A form (or a question) in a dialog. Enter submits, Escape cancels; focus is trapped and goes back afterwards. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, busy, done = false, danger = false, error, onCancel, onSubmit, children } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useFocusBack()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !done) onSubmit()
  }
  return (
    <Modal
      open
      title={title}
      onCancel={onCancel}
      destroyOnHidden
      afterOpenChange={(open) => open && focusFirstField(form.current)}
      width={560}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          Cancel
        </Button>,
        <Button key="submit" type="primary" danger={danger} htmlType="submit" form={id} loading={busy} disabled={done}>
          {submit}
        </Button>,
      ]}
    >
      <form ref={form} id={id} className={styles.form} onSubmit={send} noValidate>
        {children}
        {error ? <Notice tone="error">{error}</Notice> : null}
      </form>
    </Modal>
  )
}
