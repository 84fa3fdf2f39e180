import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * State of a list in the URL, so that Back, reload and a shared link restore it. Empty values leave the URL; a change
 * of any other value goes back to the first page.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()

  const set = (name: string, value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        if (name !== 'page') next.delete('page')
        return next
      },
      // A page is a step somebody wants to go back over; every keystroke of a search is not.
      { replace: name !== 'page' },
    )

  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  return { get: (name: string) => params.get(name) ?? '', set, page }
}

/** A text field whose value reaches the URL once typing pauses for 300 ms; follows the URL when Back changes it. */
export function useSearchField(list: ReturnType<typeof useListState>, name = 'search') {
  const stored = list.get(name)
  const [typed, setTyped] = useState(stored)
  const sent = useRef(stored)

  useEffect(() => {
    if (stored !== sent.current) setTyped(stored)
    sent.current = stored
  }, [stored])

  const send = useEffectEvent((wanted: string) => {
    sent.current = wanted
    list.set(name, wanted)
  })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return undefined
    const timer = setTimeout(() => send(wanted), LIMITS.search_debounce_ms)
    return () => clearTimeout(timer)
  }, [typed])

  return [typed, setTyped] as const
}
