import { useLayoutEffect, useRef } from 'react'
import { createStore } from './create-store.ts'
import { pressedKey } from './pressed-key.ts'
import { browserStorage } from './browser-storage.ts'

/** Key as `pressedKey` names it, and what it does. */
export type Shortcuts = Readonly<Record<string, (() => void) | null>>

const KEY = 'shortcuts'
const store = createStore(KEY)

const areOn = (): boolean => browserStorage.getItem(KEY) !== 'off'

/** Single keys can be switched off: speech input types them by accident (WCAG 2.1.4). */
export function switchShortcuts(on: boolean): void {
  browserStorage.setItem(KEY, on ? 'on' : 'off')
  store.changed()
}

/** Whether the person has single-key shortcuts switched on in this browser. */
export const useShortcutsOn = (): boolean => store.use(areOn)

const pages = new Set<() => Shortcuts>()

/** The keys that work on the page as it is, and what they do. */
export const shortcutsHere = (): Shortcuts => Object.assign({}, ...[...pages].map((read) => read())) as Shortcuts

/** Single keys of a page. They rest while a field has the focus, while a question is open, and when they are switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts)
  useLayoutEffect(() => {
    newest.current = shortcuts
  })
  // Before the page is painted: an operator who sees an alert can press its keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!areOn() || isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const act = newest.current[pressedKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    const read = () => newest.current
    pages.add(read)
    document.addEventListener('keydown', listen)
    return () => {
      pages.delete(read)
      document.removeEventListener('keydown', listen)
    }
  }, [])
}

/** A switch takes no letters: it has the focus after a click on it. */
const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
