import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useEffect, useState } from 'react'

/** A text once typing pauses for 300 ms. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), LIMITS.search_debounce_ms)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
