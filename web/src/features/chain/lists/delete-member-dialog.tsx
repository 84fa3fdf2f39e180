import type { ChainRow } from '@tvarit/shared/contracts/chain'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { errorStatus, errorText } from '../../../lib/error-text.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import type { ChainLevel } from '../chain-levels.ts'
import { reloadChain } from '../reload-chain.ts'

interface DeleteMemberDialogProps {
  member: ChainRow
  level: ChainLevel
  onClose: () => void
}

/** Asks first. A rejection (a member is registered below, for instance) stays in the dialog. */
export function DeleteMemberDialog({ member, level, onClose }: DeleteMemberDialogProps) {
  const remove = useMutation(
    trpc.chain.remove.mutationOptions({
      meta: { silent: true },
      onSuccess: () => {
        toast.success(level.deleted)
        // The dialog closes over the new list: the button that opened it is gone by then and gets no focus back.
        return reloadChain()
      },
    }),
  )
  return (
    <FormDialog
      title={`Delete ${member.name}`}
      submit="Delete"
      danger
      busy={remove.isPending}
      error={remove.isError ? failureText(remove.error, level) : null}
      onCancel={onClose}
      onSubmit={() => remove.mutate({ id: member.id }, { onSuccess: onClose })}
    >
      <p>
        This {level.name.toLowerCase()} is logged out everywhere at once and cannot log in any more. Their record stays
        for the history.
        {level.role === 'retailer' ? '' : ' It works only while nobody is registered below.'}
      </p>
    </FormDialog>
  )
}

const failureText = (error: unknown, level: ChainLevel): string =>
  errorStatus(error) === 403 ? level.delete_forbidden : errorText(error, level.delete_failed)
