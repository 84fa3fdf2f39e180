export interface KeptTexts extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  keys(): string[]
}

/**
 * A storage of the browser. Where cookies and site data are blocked, or it is full, what is set is kept as long as this
 * page is open.
 */
function openStorage(open: () => Storage): KeptTexts {
  const here = new Map<string, string>()
  const ask = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => here.get(key) ?? ask((storage) => storage.getItem(key), null),
    setItem(key, text) {
      here.delete(key)
      const is_kept = ask((storage) => (storage.setItem(key, text), true), false)
      if (!is_kept) here.set(key, text)
    },
    removeItem(key) {
      here.delete(key)
      ask((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...here.keys(), ...ask((storage) => Object.keys(storage), [])],
  }
}

/** For all tabs of this browser, also after it is closed. */
export const browserStorage = openStorage(() => localStorage)
/** For this tab. */
export const tabStorage = openStorage(() => sessionStorage)

const PROBE = 'probe'

/** Whether this browser keeps anything of this site beyond the page that is open. */
export function keepsData(): boolean {
  try {
    localStorage.setItem(PROBE, PROBE)
    localStorage.removeItem(PROBE)
    return true
  } catch {
    return false
  }
}
