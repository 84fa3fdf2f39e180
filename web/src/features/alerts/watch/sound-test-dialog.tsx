import { Button, Modal } from 'antd'
import { useState } from 'react'
import { PushButton } from '../../accounts/push/push-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { armSound, rehearse, type SirenLevel, soundingLevel } from './siren.ts'
import styles from './watch.module.css'
import { browserStorage } from '../../../lib/browser-storage.ts'

const KEY = 'soundHeardAt'
const QUIET = 0.05

type Step = 'ready' | 'playing' | 'asking' | 'not_heard' | 'heard' | 'blocked' | 'no_signal' | 'ringing'

/** All sirens as loud as in earnest. The browser is measured; the speakers only a person can hear. */
export function SoundTestDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('ready')
  const [heard_at, setHeardAt] = useState(() => browserStorage.getItem(KEY))
  useFocusBack()

  const play = async () => {
    setStep('playing')
    setStep(await test())
  }
  const hear = () => {
    const now = new Date().toISOString()
    browserStorage.setItem(KEY, now)
    setHeardAt(now)
    setStep('heard')
  }
  return (
    <Modal
      open
      title="Test the sound"
      onCancel={onClose}
      destroyOnHidden
      width={480}
      footer={
        step === 'asking' ? (
          <>
            <Button onClick={() => setStep('not_heard')}>No</Button>
            <Button type="primary" autoFocus onClick={hear}>
              Yes, I heard all
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button type="primary" loading={step === 'playing'} onClick={() => void play()}>
              {step === 'ready' ? 'Play all sirens' : 'Play again'}
            </Button>
          </>
        )
      }
    >
      <div role="status">{WORDS[step]}</div>
      <div className={styles.away}>
        <PushButton />
      </div>
      {heard_at && step === 'ready' ? <p>Last heard on this computer: {formatDateMinute(heard_at)}.</p> : null}
    </Modal>
  )
}

async function test(): Promise<Step> {
  if (soundingLevel()) return 'ringing'
  if (!(await armSound())) return 'blocked'
  for (const level of ['normal', 'urgent', 'alarm'] satisfies SirenLevel[]) {
    const peak = await rehearse(level)
    if (peak === null) return soundingLevel() ? 'ringing' : 'blocked'
    if (peak < QUIET) return 'no_signal'
  }
  return 'asking'
}

const WORDS: Record<Step, React.ReactNode> = {
  ready: (
    <p>
      Plays the siren of a new alert, the faster one after half a minute and the one after a minute, at full volume.
      Warn those around you.
    </p>
  ),
  playing: <p>Playing…</p>,
  asking: <p>The sound left this browser. Did you hear all three sirens, clearly, from where you work?</p>,
  heard: <Notice tone="success">Good. New alerts will be heard on this computer.</Notice>,
  not_heard: (
    <Notice tone="warning">
      Then nobody will hear an alert here. Check that the speaker is on and turned up, that no headset is plugged in,
      and that this tab and this browser are not muted in the volume mixer. Then play again.
    </Notice>
  ),
  blocked: (
    <Notice tone="error">
      This browser does not allow sound. Allow it in its settings for this site, then play again.
    </Notice>
  ),
  no_signal: <Notice tone="error">This browser plays silence. Close and open it again, or use another browser.</Notice>,
  ringing: <Notice tone="warning">An alert is ringing right now: that is the best test. See to it first.</Notice>,
}
