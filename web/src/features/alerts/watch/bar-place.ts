import { createStore } from '../../../lib/create-store.ts'

const places: Record<'layout' | 'board', HTMLElement | null> = { layout: null, board: null }
const store = createStore()

/** Says where in the layout the bar of new alerts stands; null while there is no layout. */
export function setBarPlace(element: HTMLElement | null): void {
  places.layout = element
  store.changed()
}

/** On the board it stands in the toolbar: the rows are the alarm. */
export function setBoardBarPlace(element: HTMLElement | null): void {
  places.board = element
  store.changed()
}

export const useBarPlace = (): HTMLElement | null => store.use(() => places.board ?? places.layout)
