import { useSyncExternalStore } from 'react'

export interface Store {
  /** Says that what is read from here is another now. */
  changed(): void
  /** For code outside React; returns the way out. */
  subscribe(listener: () => void): () => void
  /** What `read` returns, and again after each change. It must return the same object while nothing changed. */
  use<Value>(read: () => Value): Value
}

/** The listeners of one piece of state that lives outside React. With `storage_key` other tabs' changes count, too. */
export function createStore(storage_key?: string): Store {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  if (storage_key) window.addEventListener('storage', ({ key }) => key === storage_key && changed())
  return { changed, subscribe, use: (read) => useSyncExternalStore(subscribe, read) }
}
