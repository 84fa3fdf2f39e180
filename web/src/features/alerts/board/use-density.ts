import { createStore } from '../../../lib/create-store.ts'

export type Density = 'cards' | 'rows'

const KEY = 'boardDensity'
const store = createStore(KEY)

const read = (): Density => (localStorage.getItem(KEY) === 'rows' ? 'rows' : 'cards')

function choose(density: Density): void {
  localStorage.setItem(KEY, density)
  store.changed()
}

/** Cards or compact rows, as chosen in this browser. */
export const useDensity = (): [Density, (density: Density) => void] => [store.use(read), choose]
