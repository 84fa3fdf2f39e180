import { useEffect, useRef } from 'react'
import { type Ringing, ringingKey } from './use-ringing.ts'

/** Before that a person has not heard it, and a press was not meant for it. */
const HEARD_AFTER_MS = 2_000

/** What a press silences: the first that rang here, and each that has rung for two seconds. */
export function useHeard(ringing: readonly Ringing[]): () => readonly Ringing[] {
  const began = useRef<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const now = Date.now()
    const keys = ringing.map(ringingKey)
    began.current = new Map(keys.map((key) => [key, began.current.get(key) ?? now]))
  })
  return () => {
    const first = Math.min(...began.current.values())
    const limit = Math.max(first, Date.now() - HEARD_AFTER_MS)
    return ringing.filter((each) => (began.current.get(ringingKey(each)) ?? Infinity) <= limit)
  }
}
