import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, keepsData, tabStorage } from '../../web/src/lib/browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A storage that keeps texts, or throws when it is full. */
function storage(full = false) {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('what a browser does not keep is kept while the page is open', () => {
  for (const absent of [undefined, null, storage(true)]) {
    vi.stubGlobal('localStorage', absent)
    expect(keepsData()).toBe(false)
    browserStorage.setItem('a', '1')
    expect(browserStorage.getItem('a')).toBe('1')
    expect(tabStorage.getItem('a')).toBeNull()
    browserStorage.removeItem('a')
    expect(browserStorage.getItem('a')).toBeNull()
  }
})

test('what a browser keeps is read from it, also after another tab changed it', () => {
  const shared = storage()
  vi.stubGlobal('localStorage', storage(true))
  browserStorage.setItem('a', 'page')
  vi.stubGlobal('localStorage', shared)
  expect(keepsData()).toBe(true)
  browserStorage.setItem('a', 'browser')
  shared.kept.set('a', 'other tab')
  expect([browserStorage.getItem('a'), [...shared.kept]]).toEqual(['other tab', [['a', 'other tab']]])
  browserStorage.removeItem('a')
  expect(shared.kept.size).toBe(0)
})
