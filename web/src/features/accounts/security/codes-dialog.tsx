import { Button, Modal } from 'antd'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx'

/** The new recovery codes. Closed only by its button: they are never shown again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  useFocusBack()
  return (
    <Modal
      open
      title="Your recovery codes"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={560}
      footer={
        <Button type="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  )
}
