import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toasts.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

/** Practice for everybody who watches the board. */
export function StartDrillDialog({ onClose }: { onClose: () => void }) {
  const start = useCreation(
    trpc.alerts.startDrill.mutationOptions({
      meta: { silent: true },
      onSuccess: () => toast.success(TEXTS.drill_started),
    }),
  )
  return (
    <FormDialog
      title="Start a drill"
      submit="Start drill"
      busy={start.isPending}
      error={start.isError ? errorText(start.error, TEXTS.drill_failed) : null}
      onCancel={onClose}
      onSubmit={() => start.mutate(undefined, { onSuccess: onClose })}
    >
      <p>
        A practice alert appears on every console, striped, named Drill and with a soft sound. Nobody outside hears of
        it, no ambulance can be sent, and no count includes it. If nobody claims it within {LIMITS.drill_minutes}{' '}
        minutes, it ends automatically.
      </p>
    </FormDialog>
  )
}
