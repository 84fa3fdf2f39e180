import { useSyncExternalStore } from 'react'

/** A hook that says whether a media query matches. */
function mediaQuery(text: string): () => boolean {
  const query = window.matchMedia(text)
  const subscribe = (changed: () => void) => {
    // Safari before 14 knows only the older pair.
    const { addEventListener: add, removeEventListener: remove } = query as Partial<MediaQueryList>
    if (!add || !remove) {
      query.addListener(changed)
      return () => query.removeListener(changed)
    }
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}

/** Whether the page is as narrow as a phone; the same width as in the style sheets. */
export const useNarrow = mediaQuery('(max-width: 640px)')

/** Whether a list has room for what is chosen in it at its right; the same width as in the style sheets. */
export const useWide = mediaQuery('(min-width: 1200px)')

/** Whether a mouse points here, on a window wider than a phone: also a desk that zooms. */
export const useDesk = mediaQuery('(min-width: 641px) and (pointer: fine)')
