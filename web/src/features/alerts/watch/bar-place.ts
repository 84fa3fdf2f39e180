import { createStore } from '../../../lib/create-store.ts'

let place: HTMLElement | null = null
const store = createStore()

/** Says where in the layout the bar of new alerts stands; null while there is no layout. */
export function setBarPlace(element: HTMLElement | null): void {
  place = element
  store.changed()
}

export const useBarPlace = (): HTMLElement | null => store.use(() => place)
