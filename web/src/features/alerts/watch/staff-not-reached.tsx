import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Button } from 'antd'
import { serverNow } from '../../../lib/server-clock.ts'
import { currentSession, useSessionState } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useWatchAnswer } from '../use-console-watch.ts'
import { dismiss, useDismissals } from './dismissals.ts'
import styles from './watch.module.css'

/** Kept among the dismissed alerts, whose ids are above 0. */
const keyOf = (message_id: number) => -message_id

/** Messages to admins and people on call that failed for good, and that this browser has not dismissed. */
export function useStaffNotReached() {
  const failed = useWatchAnswer()?.staff_not_reached ?? []
  const own_id = useSessionState().session?.user.id
  const dismissals = useDismissals()
  const now = useNow()
  return failed.filter(({ id }) => {
    const dismissed = dismissals[keyOf(id)]
    return dismissed?.by !== own_id || now - dismissed!.at > LIMITS.alarm_repeat_minutes * 60_000
  })
}

type NotReached = ReturnType<typeof useStaffNotReached>

/** The row of the bar that says who must be telephoned. */
export function StaffNotReached({ failed }: { failed: NotReached }) {
  const [newest] = failed
  if (!newest) return null
  const names = [...new Set(failed.map(({ name }) => name || 'On call'))].join(', ')
  const onDismiss = () => {
    const by = currentSession()!.user.id
    const at = serverNow()
    dismiss(failed.map(({ id, failed_at }) => ({ id: keyOf(id), by, since: failed_at, level: 0 as const, at })))
  }
  return (
    <section className={`row gap-l ${styles.row}`} aria-label="Staff not reached" data-new-alert="2">
      <p className={styles.title} role="alert">
        <span className={styles.dot} aria-hidden="true" />
        SMS to {names} failed at {indianTime(newest.failed_at)}. Telephone them; other channels are being tried.
      </p>
      <div className={styles.actions}>
        <Button onClick={onDismiss}>Dismiss</Button>
      </div>
    </section>
  )
}
