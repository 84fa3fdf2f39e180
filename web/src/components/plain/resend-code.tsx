import { useCountdown } from '../../lib/use-countdown.ts'
import { PlainButton } from './plain-button.tsx'

/** Resend, enabled when its countdown ends. */
export function ResendCode({ until, busy, onResend }: { until: number; busy: boolean; onResend: () => void }) {
  const left = useCountdown(until)
  return (
    <PlainButton kind="quiet" disabled={left > 0} busy={busy} onClick={onResend}>
      {left > 0 ? `Resend in ${left} s` : 'Resend'}
    </PlainButton>
  )
}
