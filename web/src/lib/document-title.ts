import { useEffect, useLayoutEffect } from 'react'
import { brand } from './brand.ts'

let base = brand.name
let flashing: ReturnType<typeof setInterval> | undefined

function setTitle(title: string | undefined): void {
  base = title ? `${title} · ${brand.name}` : brand.name
  if (flashing === undefined) document.title = base
}

/** Names the page in the tab; a flashing alert keeps its turn. Shells do it before the pages inside them can. */
export function useDocumentTitle(title: string | undefined): void {
  useLayoutEffect(() => setTitle(title), [title])
}

/** For a page that knows its title better than the route table, in another language for instance. */
export function usePageTitle(title: string): void {
  useEffect(() => setTitle(title), [title])
}

/** Alternates the tab's title with `text` until called with null. */
export function flashTitle(text: string | null): void {
  clearInterval(flashing)
  flashing = undefined
  document.title = text ?? base
  if (text === null) return
  let shown = true
  flashing = setInterval(() => {
    shown = !shown
    document.title = shown ? text : base
  }, 1000)
}
