import { browserStorage } from '../../../lib/browser-storage.ts'
import { createStore } from '../../../lib/create-store.ts'

const KEY = 'alarmExpanded'
const store = createStore(KEY)

function choose(expanded: boolean): void {
  if (expanded) browserStorage.setItem(KEY, 'yes')
  else browserStorage.removeItem(KEY)
  store.changed()
}

/** Whether this browser shows each new alert below the line of the alarm; a new one changes nothing of it. */
export const useExpanded = (): [boolean, (expanded: boolean) => void] => [
  store.use(() => browserStorage.getItem(KEY) !== null),
  choose,
]
