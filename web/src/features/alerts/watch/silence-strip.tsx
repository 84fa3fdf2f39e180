import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { Button } from 'antd'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { LinkButton } from '../../../components/link-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { armSound, useArmed } from './siren.ts'
import { useWatchAnswer } from '../use-console-watch.ts'
import styles from './watch.module.css'

/** A console that is just being opened arms its sound in a moment. */
const PATIENCE_MS = 5_000

/** Says that no console would be heard, since when, and who was notified; to an admin also that no person is on call. */
export function SilenceStrip() {
  const is_admin = useSessionState().session?.user.role === 'admin'
  const armed = useArmed()
  const now = useNow()
  const data = useWatchAnswer()
  if (!data) return null
  const silent = data.listening === 0 && !armed && silentLongEnough(data, now)
  if (!silent && !(is_admin && data.on_call_numbers === 0)) return null
  return (
    <div className={`${styles.strip} ${silent ? styles.silent : ''}`}>
      {silent ? (
        <Notice tone="error" action={<Button onClick={() => void armSound()}>Enable sound</Button>}>
          No console {data.silent_since ? `has been armed since ${indianTime(data.silent_since)}` : 'is armed'}: nobody
          would hear a new alert. {notifiedText(data)}
        </Notice>
      ) : (
        <Notice tone="info" action={<LinkButton to="/on-call">On call</LinkButton>}>
          No person is on call: when an alert waits two minutes or no console listens, only the admins are notified.
        </Notice>
      )}
    </div>
  )
}

const silentLongEnough = ({ silent_since }: ConsoleWatch, now: number): boolean =>
  silent_since === null || now - Date.parse(silent_since) > PATIENCE_MS

function notifiedText({ told_at, on_call_numbers }: ConsoleWatch): string {
  const who = on_call_numbers === 0 ? 'No person is on call: the admins' : 'The people on call'
  return told_at ? `${who} were notified at ${indianTime(told_at)}.` : `${who} are notified after one minute.`
}
