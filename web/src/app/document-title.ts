import { useEffect } from 'react'

const BRAND = 'Tvarit'
let base = BRAND
let flashing: ReturnType<typeof setInterval> | undefined

/** Names the page in the tab; a flashing alert keeps its turn. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    base = title ? `${title} · ${BRAND}` : BRAND
    if (flashing === undefined) document.title = base
  }, [title])
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
