import { browserStorage } from './browser-storage.ts'
import { createStore } from './create-store.ts'
import { useSessionState } from './session.ts'

/** A hook for what a user keeps in this browser about the page one is on. What cannot be read counts as `otherwise`. */
export function keptByPage<Value>(storage_key: string, otherwise: Value): () => [Value, (value: Value) => void] {
  const store = createStore(storage_key)
  let read: { text: string | null; all: Record<string, Value> } = { text: null, all: {} }
  const all = () => {
    const text = browserStorage.getItem(storage_key)
    if (text !== read.text) read = { text, all: parsed(text) }
    return read.all
  }
  return () => {
    const key = `${useSessionState().session?.user.id} ${location.pathname}`
    const keep = (value: Value) => {
      browserStorage.setItem(storage_key, JSON.stringify({ ...all(), [key]: value }))
      store.changed()
    }
    return [store.use(all)[key] ?? otherwise, keep]
  }
}

function parsed<Value>(text: string | null): Record<string, Value> {
  try {
    return (JSON.parse(text ?? '{}') as Record<string, Value> | null) ?? {}
  } catch {
    return {}
  }
}
