import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddress } from './use-address.ts'

/**
 * State of a list in the URL, so that Back, reload and a shared link restore it. Empty values leave the URL; a change
 * of any filter goes back to the first page. `cursor` is where the server said a neighbouring page begins; `page` is
 * then only its number.
 */
export function useListState() {
  const { params, change } = useAddress()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  return {
    get: (name: string): string => params.get(name) ?? '',
    // A page is a step somebody wants to go back over; every keystroke of a search is not.
    set: (name: string, value: string | null): void =>
      name === 'page' ? change({ page: value }, false) : change({ [name]: value, page: null, cursor: null }, true),
    page,
    /** What every list procedure takes. */
    paging: { page, cursor: params.get('cursor') ?? undefined },
    /** Goes to a neighbouring page; `path` is `next` or `previous` of the server's answer. */
    go: (to: number, path: string): void =>
      change({ page: to > 1 ? String(to) : null, cursor: to > 1 ? cursorOf(path) : null }, false),
    /** No filter and no page: a list without rows is then really empty. */
    isPlain: [...params.keys()].every((name) => name === 'page' || name === 'cursor'),
  }
}

export type ListState = ReturnType<typeof useListState>

const cursorOf = (path: string): string | null => new URL(path, location.origin).searchParams.get('cursor')

/** A text field whose value reaches the URL once typing pauses for 300 ms; follows the URL when Back changes it. */
export function useSearchField(list: ListState, name = 'search') {
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
