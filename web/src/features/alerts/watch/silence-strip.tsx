import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Notice } from '../../../components/notice.tsx'
import { formatTime } from '../../../lib/dates.ts'
import { useSessionState } from '../../../lib/session.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { armSound, useArmed } from './siren.ts'
import styles from './watch.module.css'

const POLL_MS = 20_000
/** A screen that is just being opened arms its sound in a moment. */
const PATIENCE_MS = 5_000

/** Says that no screen would be heard, since when, and who was told; to an admin also that nobody could be told. */
export function SilenceStrip() {
  const is_admin = useSessionState().session?.user.role === 'admin'
  const armed = useArmed()
  const now = useNow()
  const { data } = useQuery(
    trpc.alerts.watch.queryOptions(undefined, { refetchInterval: POLL_MS, meta: { silent: true } }),
  )
  if (!data) return null
  const silent = data.listening === 0 && !armed && silentLongEnough(data, now)
  if (!silent && !(is_admin && data.on_call_numbers === 0)) return null
  return (
    <div className={styles.strip}>
      {silent ? (
        <Notice tone="error" action={<Button onClick={() => void armSound()}>Enable sound</Button>}>
          No screen {data.silent_since ? `has been armed since ${formatTime(data.silent_since)}` : 'is armed'}: nobody
          would hear a new alert. {toldText(data)}
        </Notice>
      ) : (
        <Notice tone="info">
          No on-call number is set: when an alert waits two minutes or no screen listens, nobody outside is called. Set
          ON_CALL_NUMBERS.
        </Notice>
      )}
    </div>
  )
}

const silentLongEnough = ({ silent_since }: ConsoleWatch, now: number): boolean =>
  silent_since === null || now - Date.parse(silent_since) > PATIENCE_MS

function toldText({ told_at, on_call_numbers }: ConsoleWatch): string {
  if (on_call_numbers === 0) return 'No on-call number is set, so nobody else is told.'
  return told_at ? `On-call was told at ${formatTime(told_at)}.` : 'On-call is told after one minute.'
}
