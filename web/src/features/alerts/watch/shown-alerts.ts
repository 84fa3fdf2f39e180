import { createStore } from '../../../lib/create-store.ts'

const NONE: ReadonlySet<number> = new Set()
let shown = NONE
const store = createStore()

/** Says which alerts the board shows; the bar of new alerts leaves them to their cards. Returns the way out. */
export function showAlerts(ids: readonly number[]): () => void {
  shown = new Set(ids)
  store.changed()
  return () => {
    shown = NONE
    store.changed()
  }
}

/** The alerts on the board of this tab; none on any other page. */
export const useShownAlerts = (): ReadonlySet<number> => store.use(() => shown)
