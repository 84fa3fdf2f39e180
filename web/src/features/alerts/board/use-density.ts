import { createStore } from '../../../lib/create-store.ts'
import { browserStorage } from '../../../lib/browser-storage.ts'

export type Density = 'cards' | 'rows'

const KEY = 'boardDensity'
const store = createStore(KEY)

/** So many cards fit on a desk; more open alerts are shown as rows unless the person chose cards. */
const MOST_CARDS = 6

const read = (): Density | null => {
  const chosen = browserStorage.getItem(KEY)
  return chosen === 'rows' || chosen === 'cards' ? chosen : null
}

function choose(density: Density): void {
  browserStorage.setItem(KEY, density)
  store.changed()
}

/** Cards or rows: as chosen in this browser, otherwise by how many alerts are open. */
export function useDensity(open: number): [Density, (density: Density) => void] {
  return [store.use(read) ?? (open > MOST_CARDS ? 'rows' : 'cards'), choose]
}
