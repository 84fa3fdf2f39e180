import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { fieldMessages } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { toast } from '../../lib/toasts.ts'
import { checkPerson, EMPTY_PERSON, PersonFields, type PersonForm } from './person-form.tsx'
import { reloadStaff } from './staff-list.tsx'

const REQUIRED = ['first_name', 'phone_number', 'email', 'password', 'confirm_password'] as const

export function AddAdminDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(EMPTY_PERSON)
  const [wrong, setWrong] = useState<ReturnType<typeof checkPerson>>({ fields: {} })
  const add = useMutation(
    trpc.users.registerAdmin.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(TEXTS.admin_added)
        void reloadStaff()
      },
      onError: (error) => setWrong({ fields: fieldMessages(error), form: TEXTS.admin_add_failed }),
    }),
  )
  const set = (change: Partial<PersonForm>) => {
    setForm((before) => ({ ...before, ...change }))
    setWrong({ fields: {} })
  }
  const onSubmit = () => {
    const found = checkPerson(form, REQUIRED, TEXTS.admin_fill_all)
    setWrong(found)
    if (!found.form && Object.keys(found.fields).length === 0) add.mutate(form, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Add Admin"
      submit="Add Admin"
      busy={add.isPending}
      error={wrong.form ?? null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <PersonFields form={form} errors={wrong.fields} set={set} last_name_max={LIMITS.name} password_required={true} />
    </FormDialog>
  )
}
