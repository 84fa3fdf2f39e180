import { foldText } from '@tvarit/shared/contracts/same-text'
import { createStore } from './create-store.ts'
import { useSessionState } from './session.ts'
import { browserStorage } from './browser-storage.ts'

export interface SavedView {
  name: string
  /** The query of the address. */
  view: string
}

const KEY = 'saved-views'
const store = createStore(KEY)
const NONE: Record<string, SavedView[]> = {}
let read: { text: string | null; views: Record<string, SavedView[]> } = { text: null, views: NONE }

/** All that is kept in this browser, by user and page. What is no such thing counts as nothing. */
function allViews(): Record<string, SavedView[]> {
  const text = browserStorage.getItem(KEY)
  if (text !== read.text) read = { text, views: parsed(text) }
  return read.views
}

function parsed(text: string | null): Record<string, SavedView[]> {
  try {
    return (JSON.parse(text ?? '{}') as Record<string, SavedView[]> | null) ?? NONE
  } catch {
    return NONE
  }
}

/** The views of a list that the user who is logged in has saved in this browser. */
export function useSavedViews() {
  const user_id = useSessionState().session?.user.id
  const key = `${user_id} ${location.pathname}`
  const views = store.use(allViews)[key] ?? []
  const keep = (kept: SavedView[]) => {
    browserStorage.setItem(KEY, JSON.stringify({ ...allViews(), [key]: kept }))
    store.changed()
  }
  return {
    views,
    /** A view of the same name is replaced. */
    save: (saved: SavedView) => keep([...views.filter(({ name }) => foldText(name) !== foldText(saved.name)), saved]),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  }
}
