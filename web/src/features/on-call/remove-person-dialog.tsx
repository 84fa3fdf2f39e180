import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import type { Person } from './on-call-page.tsx'
import { whenSaved } from './on-saved.ts'

export function RemovePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useMutation(trpc.onCall.removePerson.mutationOptions(whenSaved))
  return (
    <FormDialog
      title={`Remove ${person.name}?`}
      submit="Remove"
      danger
      busy={remove.isPending}
      error={remove.isError ? errorText(remove.error, TEXTS.on_call_save_failed) : null}
      onCancel={onClose}
      onSubmit={() => remove.mutate({ id: person.id }, { onSuccess: onClose })}
    >
      <p>
        {person.name} is not called any more, and leaves the rota and the overrides.
        {person.on_call ? ' The next person of the rota takes over at once.' : ''}
      </p>
    </FormDialog>
  )
}
