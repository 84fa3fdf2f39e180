import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/facts.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/plain/field.tsx'
import { PasswordField } from '../../../components/plain/password-field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import styles from './security.module.css'

export function PasswordCard() {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.below}>
      <Card title="Password">
        <div className={styles.stack}>
          <p>Change it when somebody else may have seen it.</p>
          <div className={styles.actions}>
            <Button onClick={() => setOpen(true)}>Change password</Button>
          </div>
        </div>
        {open ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
      </Card>
    </div>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [current_password, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const change = useMutation(
    trpc.auth.changePassword.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => {
        toast.success(detail)
        onClose()
        return queryClient.invalidateQueries(trpc.auth.sessions.pathFilter())
      },
    }),
  )
  const wrong = change.error ? fieldMessages(change.error) : {}
  const onSubmit = () => {
    setDiffer(password !== again)
    if (password === again) change.mutate({ current_password, password })
  }
  return (
    <FormDialog
      title="Change password"
      submit="Change password"
      busy={change.isPending}
      error={change.error && Object.keys(wrong).length === 0 ? errorText(change.error, TEXTS.password_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={current_password}
        error={wrong.current_password}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordField
        label="New password"
        hint="8 to 20 characters"
        value={password}
        error={wrong.password}
        onChange={setPassword}
      />
      <PasswordField
        label="New password again"
        value={again}
        error={differ ? TEXTS.passwords_differ : undefined}
        onChange={setAgain}
      />
    </FormDialog>
  )
}
