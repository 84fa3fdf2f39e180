import { hasSameLetters } from '@tvarit/shared/contracts/same-text'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../components/card.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { PasswordField } from '../../../components/form/password-field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { firstPasswordText } from './first-password-text.ts'

/** The own password; with one that an admin chose, until when it works. */
export function PasswordCard() {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState(params.has('choose'))
  const password = useQuery(trpc.auth.password.queryOptions(undefined, { meta: { silent: true } }))
  if (!password.data?.set) return null
  const { expires_at } = password.data
  const close = () => {
    setOpen(false)
    if (params.has('choose')) setParams({}, { replace: true })
  }
  return (
    <Card title="Password">
      <div className="stack gap-m">
        {expires_at ? (
          <Notice tone="warning">{firstPasswordText(expires_at)}</Notice>
        ) : (
          <p>Change it when another person may have seen it.</p>
        )}
        <div className="row gap-s">
          <Button type={expires_at ? 'primary' : 'default'} onClick={() => setOpen(true)}>
            {expires_at ? TEXTS.password_choose : 'Change password'}
          </Button>
        </div>
      </div>
      {open ? <PasswordDialog first={expires_at !== null} onClose={close} /> : null}
    </Card>
  )
}

function PasswordDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const title = first ? TEXTS.password_choose : 'Change password'
  const [current_password, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const change = useMutation(
    trpc.auth.changePassword.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => {
        toast.success(detail)
        void queryClient.invalidateQueries(trpc.auth.password.pathFilter())
        void queryClient.invalidateQueries(trpc.auth.sessions.pathFilter())
      },
    }),
  )
  const wrong = change.error ? fieldMessages(change.error) : {}
  const onSubmit = () => {
    const differs = !hasSameLetters(password, again)
    setDiffer(differs)
    if (!differs) change.mutate({ current_password, password }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={title}
      submit={title}
      busy={change.isPending}
      error={change.error && Object.keys(wrong).length === 0 ? errorText(change.error, TEXTS.password_failed) : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      {first ? <p>Another person chose the password you have now. Choose one that only you know.</p> : null}
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
