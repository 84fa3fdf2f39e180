import { createStore } from '../../../lib/create-store.ts'
import { browserStorage } from '../../../lib/browser-storage.ts'

export type Density = 'cards' | 'rows'

const KEY = 'boardDensity'
const store = createStore(KEY)

const read = (): Density => (browserStorage.getItem(KEY) === 'rows' ? 'rows' : 'cards')

function choose(density: Density): void {
  browserStorage.setItem(KEY, density)
  store.changed()
}

/** Cards or compact rows, as chosen in this browser. */
export const useDensity = (): [Density, (density: Density) => void] => [store.use(read), choose]
