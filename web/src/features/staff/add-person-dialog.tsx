import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { fieldMessages } from '../../lib/error-text.ts'
import { trpc, whenDone } from '../../lib/trpc-query.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { checkPerson, EMPTY_PERSON, PersonFields, type PersonForm } from './person-form.tsx'
import { reloadStaff, STAFF_KINDS, type StaffKind } from './staff-kinds.ts'

/** Adds a staff member or an admin. */
export function AddPersonDialog({ kind, onClose }: { kind: StaffKind; onClose: () => void }) {
  const [form, setForm] = useState(EMPTY_PERSON)
  const [wrong, setWrong] = useState<ReturnType<typeof checkPerson>>({ fields: {} })
  const options = {
    ...whenDone(() => kind.added, reloadStaff),
    onError: (error: unknown) => setWrong({ fields: fieldMessages(error), form: kind.addFailed(error) }),
  }
  const admin = useCreation(trpc.users.registerAdmin.mutationOptions(options))
  const staff = useCreation(trpc.users.registerStaff.mutationOptions(options))
  const add = kind === STAFF_KINDS.admin ? admin : staff
  const set = (change: Partial<PersonForm>) => {
    setForm((before) => ({ ...before, ...change }))
    const changed = Object.keys(change)
    setWrong(({ fields }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !changed.includes(name))),
    }))
  }
  const onSubmit = () => {
    const found = checkPerson(form, kind.required, kind.fill_all)
    setWrong(found)
    if (!found.form && Object.keys(found.fields).length === 0) add.mutate(form, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={kind.add}
      submit={kind.add}
      busy={add.isPending}
      error={wrong.form ?? null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <PersonFields form={form} errors={wrong.fields} set={set} kind={kind} />
    </FormDialog>
  )
}
