import { useState } from 'react'

/** One request at a time of a form: whether it is on its way, and what is wrong. `rejected` hears of a failure. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>, rejected: (failure: unknown) => void): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      rejected(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, setError, attempt }
}
