import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button, Modal } from 'antd'
import { NO_AUTO_ARM } from './use-armed.ts'

interface EnableSoundDialogProps {
  open: boolean
  onLater: () => void
  onEnable: () => void
}

export function EnableSoundDialog({ open, onLater, onEnable }: EnableSoundDialogProps) {
  return (
    <Modal
      open={open}
      title={TEXTS.widget_enable_title}
      onCancel={onLater}
      width={440}
      centered
      footer={[
        // Later means later: this click must not arm the sound as any other click does.
        <Button key="later" onClick={onLater} {...{ [NO_AUTO_ARM]: '' }}>
          Later
        </Button>,
        <Button key="enable" type="primary" onClick={onEnable}>
          Enable
        </Button>,
      ]}
    >
      <p>
        This browser stays silent until you allow it. Enable sound to hear a siren, at full volume, whenever a new
        emergency alert arrives.
      </p>
    </Modal>
  )
}
