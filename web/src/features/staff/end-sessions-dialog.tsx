import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toasts.ts'
import { trpc } from '../../lib/trpc-query.ts'

interface EndSessionsDialogProps {
  person: { id: number; name: string }
  onClose: () => void
}

/** Logs another person out everywhere, for a lost phone or a doubt. */
export function EndSessionsDialog({ person, onClose }: EndSessionsDialogProps) {
  const end = useMutation(
    trpc.users.endSessions.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => toast.success(detail),
    }),
  )
  return (
    <FormDialog
      title={`Log out ${person.name}`}
      submit="Log out everywhere"
      danger
      busy={end.isPending}
      error={end.isError ? errorText(end.error, TEXTS.sessions_end_failed) : null}
      onCancel={onClose}
      onSubmit={() => end.mutate({ id: person.id }, { onSuccess: onClose })}
    >
      <p>
        {person.name} is logged out at once on every device, and open screens close. They can log in again with their
        password or a code.
      </p>
    </FormDialog>
  )
}
