import { useEffect, useState } from 'react'

/** Seconds left until `until` (milliseconds of this computer's clock), counted by the clock and not by ticks. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return left
}
