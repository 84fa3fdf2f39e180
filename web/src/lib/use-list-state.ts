import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useEffect, useRef, useState } from 'react'
import { lengthOf } from './length-note.ts'
import { useAddress } from './use-address.ts'
import { useLater } from './use-later.ts'

export const PAGE_SIZES = [25, 50, 100] as const
/** What of the address says where one is in a list and how it is shown, not what it holds. */
const PLACE = ['page', 'cursor', 'page_size', 'sort']

/**
 * State of a list in the URL, so that Back, reload and a shared link restore it. Empty values leave the URL; a change
 * of any filter goes back to the first page. `cursor` is where the server said a neighbouring page begins; `page` is
 * then only its number.
 */
export function useListState() {
  const { params, change } = useAddress()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const size = PAGE_SIZES.find((size) => String(size) === params.get('page_size')) ?? PAGE_SIZES[0]
  return {
    get: (name: string): string => params.get(name) ?? '',
    // A page is a step one wants to go back over; every keystroke of a search is not.
    set: (name: string, value: string | null): void =>
      name === 'page'
        ? change({ page: value }, false)
        : change({ go_to: null, [name]: value, page: null, cursor: null }, true),
    /** Takes filters out of the address. */
    clear: (names: readonly string[]): void =>
      change(Object.fromEntries([...names, 'go_to', 'page', 'cursor'].map((name) => [name, null])), true),
    /** The value in the address, if it is one of these. */
    oneOf: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === params.get(name)),
    /** The order in the address, if it is one by these columns. */
    sort: <Column extends string>(columns: readonly Column[]): Column | `-${Column}` | undefined =>
      columns
        .flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`])
        .find((sort) => sort === params.get('sort')),
    page,
    /** What every list procedure takes. */
    paging: {
      page,
      page_size: size,
      cursor: params.get('cursor') ?? undefined,
      search: params.get('search') || undefined,
      go_to: params.get('go_to') || undefined,
    },
    /** Goes to a neighbouring page; `path` is `next` or `previous` of the server's answer. */
    go: (to: number, path: string): void =>
      // Before the first page of a list that begins at a name or a day there are more.
      change(
        { page: to > 1 ? String(to) : null, cursor: to > 1 || params.has('go_to') ? cursorOf(path) : null },
        false,
      ),
    /** No filter and no page: a list without rows is then really empty. */
    isPlain: [...params.keys()].every((name) => PLACE.includes(name)),
    /** The address as a view to keep: filters, search, order and size. */
    view: new URLSearchParams(
      [...params].filter(([name]) => !['page', 'cursor', 'go_to', 'alert'].includes(name)).toSorted(),
    ).toString(),
  }
}

export type ListState = ReturnType<typeof useListState>

const cursorOf = (path: string): string | null => new URL(path, location.origin).searchParams.get('cursor')

/** A text field whose value reaches the URL once typing pauses for 300 ms, unless it is too long; follows the URL when Back changes it. */
export function useSearchField(list: ListState, name = 'search', most: number = LIMITS.search) {
  const stored = list.get(name)
  const [typed, setTyped] = useState(stored)
  const sent = useRef(stored)

  useEffect(() => {
    if (stored !== sent.current) setTyped(stored)
    sent.current = stored
  }, [stored])

  useLater(typed.trim(), LIMITS.search_debounce_ms, (wanted) => {
    if (wanted === sent.current || lengthOf(wanted) > most) return
    sent.current = wanted
    list.set(name, wanted)
  })

  return [typed, setTyped] as const
}
