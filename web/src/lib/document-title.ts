import { useEffect, useLayoutEffect } from 'react'
import { brand } from './brand.ts'
import { createStore } from './create-store.ts'

const store = createStore()
/** The title in the route table, and the one of a page that knows better. */
let of_route: string | undefined
let of_page: string | null = null
let flashing: ReturnType<typeof setInterval> | undefined

const base = (): string => {
  const title = of_page ?? of_route
  return title ? `${title} · ${brand.name}` : brand.name
}

function show(): void {
  if (flashing === undefined) document.title = base()
  store.changed()
}

/** Names the page in the tab; a flashing alert keeps its turn. Shells do it before the pages inside them can. */
export function useDocumentTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    of_route = title
    show()
  }, [title])
}

/**
 * For a page that knows its title better than the route table: which record it shows, or in another language. Null while
 * it does not know yet.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    of_page = title
    show()
    return () => {
      of_page = null
      show()
    }
  }, [title])
}

/** Where one is, as the tab says it, without the brand. */
export const useShownTitle = (): string => store.use(() => of_page ?? of_route ?? '')

/** Alternates the tab's title with `text` until called with null. */
export function flashTitle(text: string | null): void {
  clearInterval(flashing)
  flashing = undefined
  document.title = text ?? base()
  if (text === null) return
  let shown = true
  flashing = setInterval(() => {
    shown = !shown
    document.title = shown ? text : base()
  }, 1000)
}
