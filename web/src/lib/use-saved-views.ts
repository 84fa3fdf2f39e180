import { foldText } from '@tvarit/shared/contracts/same-text'
import { keptByPage } from './kept-by-page.ts'

export interface SavedView {
  name: string
  /** The query of the address. */
  view: string
}

const useKeptViews = keptByPage<SavedView[]>('saved-views', [])

/** The views of a list that the user who is logged in has saved in this browser. */
export function useSavedViews() {
  const [views, keep] = useKeptViews()
  return {
    views,
    /** A view of the same name is replaced. */
    save: (saved: SavedView) => keep([...views.filter(({ name }) => foldText(name) !== foldText(saved.name)), saved]),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  }
}
