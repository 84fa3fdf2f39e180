import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { FormDialog } from '../../components/form-dialog.tsx'
import { errorText } from '../../lib/error-text.ts'
import { trpc, whenDone } from '../../lib/trpc-query.ts'
import { reloadRegistry } from './reload-registry.ts'

interface RetireDialogProps {
  what: 'ambulance' | 'hospital'
  id: number
  name: string
  onClose: () => void
}

/** Asks before something leaves the registry. */
export function RetireDialog({ what, id, name, onClose }: RetireDialogProps) {
  const options = whenDone(({ detail }: { detail: string }) => detail, reloadRegistry)
  const ambulance = useMutation(trpc.registry.retireAmbulance.mutationOptions(options))
  const hospital = useMutation(trpc.registry.retireHospital.mutationOptions(options))
  const retire = what === 'ambulance' ? ambulance : hospital
  return (
    <FormDialog
      title={`Retire ${name}`}
      submit="Retire"
      danger
      busy={retire.isPending}
      error={retire.isError ? errorText(retire.error, TEXTS.retire_failed) : null}
      onCancel={onClose}
      onSubmit={() => retire.mutate({ id }, { onSuccess: onClose })}
    >
      <p>{what === 'ambulance' ? TEXTS.ambulance_retire_ask : TEXTS.hospital_retire_ask}</p>
    </FormDialog>
  )
}
