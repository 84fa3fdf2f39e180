import { PlainButton } from '../../../components/plain/plain-button.tsx'
import type { RegisterDialog } from './wording.ts'

interface NobodyDialogProps {
  Dialog: RegisterDialog
  text: string
  onBack: () => void
  onGoOn: () => void
}

/** Before the terms, where no emergency contact has a number. */
export const NobodyDialog = ({ Dialog, text, onBack, onGoOn }: NobodyDialogProps) => (
  <Dialog
    title="Nobody will be notified. Go on?"
    onCancel={onBack}
    footer={
      <>
        <PlainButton onClick={onBack}>Add a contact</PlainButton>
        <PlainButton kind="primary" onClick={onGoOn}>
          Go on
        </PlainButton>
      </>
    }
  >
    <p>{text}</p>
  </Dialog>
)
