import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { QuickChoices } from '../../../components/quick-choices.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { useAssign } from './use-dispatch.ts'

const COMMON = ['108', '112', 'Hospital ambulance']

interface OutsideDialogProps {
  alert_id: number
  /** The ambulance of ours that is called off by it. */
  instead_of?: number | undefined
  onClose: () => void
}

/** Notes an ambulance that is not ours, so that every console sees that one is coming. */
export function OutsideDialog({ alert_id, instead_of, onClose }: OutsideDialogProps) {
  const [outside_provider, setProvider] = useState('')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const assign = useAssign()
  const choose = (name: string) => {
    setProvider(name)
    setMissing(false)
  }
  return (
    <FormDialog
      title="Outside provider / 108"
      submit="Note it"
      busy={assign.isPending}
      error={assign.isError ? errorText(assign.error, 'Failed to note it.') : null}
      onCancel={onClose}
      onSubmit={() => {
        if (outside_provider.trim()) {
          assign.mutate(
            { id: alert_id, outside_provider: outside_provider.trim(), note: note.trim() || undefined, instead_of },
            { onSuccess: onClose },
          )
        } else setMissing(true)
      }}
    >
      <p>Call them first. This only notes who is coming; nobody is called by it.</p>
      <TextField
        label="Who is sending it"
        marked
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={outside_provider}
        error={missing ? 'Who is sending it?' : null}
        onChange={(event) => choose(event.target.value)}
      />
      <QuickChoices label="Common providers" choices={COMMON} value={outside_provider} onChoose={choose} />
      <TextField
        label="Note"
        autoComplete="off"
        maxLength={200}
        hint="Reference number, vehicle, whom you spoke to"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
