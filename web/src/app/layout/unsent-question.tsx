import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { useBlocker } from 'react-router'
import { endQuestion, hasUnsent, useQuestion } from '../../lib/unsent.ts'

/** Asks before what was typed is given up: by closing its dialog, or by leaving its page. */
export function UnsentQuestion() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname !== nextLocation.pathname) return hasUnsent()
    return currentLocation.hash !== nextLocation.hash && hasUnsent('hash')
  })
  const question = useQuestion()
  const stay_button = useRef<HTMLButtonElement>(null)
  const blocked = blocker.state === 'blocked'
  const stay = () => {
    endQuestion()
    if (blocked) blocker.reset()
  }
  const leave = () => {
    endQuestion()
    if (blocked) blocker.proceed()
    else question?.leave()
  }
  return (
    <Modal
      open={question !== null || blocked}
      title="Discard what you typed?"
      onCancel={stay}
      closable={false}
      afterOpenChange={(open) => open && stay_button.current?.focus()}
      mask={{ closable: false }}
      width={420}
      zIndex={1100}
      destroyOnHidden
      footer={[
        <Button key="leave" danger onClick={leave}>
          Discard
        </Button>,
        <Button key="stay" type="primary" ref={stay_button} onClick={stay}>
          Go on writing
        </Button>,
      ]}
    >
      <p>It has not been sent.</p>
    </Modal>
  )
}
