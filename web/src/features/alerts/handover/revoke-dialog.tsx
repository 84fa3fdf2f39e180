import type { HandoverView } from '@tvarit/shared/contracts/handover'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { useRevokeHandover } from './use-handover.ts'

interface RevokeProps {
  alert_id: number
  handover: HandoverView
  onClose: () => void
}

export function RevokeDialog({ alert_id, handover, onClose }: RevokeProps) {
  const revoke = useRevokeHandover(alert_id)
  return (
    <FormDialog
      title={`Revoke the link of ${handover.hospital}?`}
      submit="Revoke"
      danger
      busy={revoke.isPending}
      error={revoke.isError ? errorText(revoke.error, TEXTS.handover_revoke_failed) : null}
      onCancel={onClose}
      onSubmit={() => revoke.mutate({ id: handover.id }, { onSuccess: onClose })}
    >
      <p>
        The link is dead at once, and an open page loses the health data within seconds. Relatives who were notified of
        this hospital hear nothing of it: call them.
      </p>
    </FormDialog>
  )
}
