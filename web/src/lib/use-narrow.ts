import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 640px)')

function subscribe(changed: () => void): () => void {
  // Safari before 14 knows only the older pair.
  const { addEventListener: add, removeEventListener: remove } = narrow as Partial<MediaQueryList>
  if (!add || !remove) {
    narrow.addListener(changed)
    return () => narrow.removeListener(changed)
  }
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the page is as narrow as a phone; the same width as in the style sheets. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
