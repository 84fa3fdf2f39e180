import { isPublicLanguage, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { useEffect } from 'react'
import { createStore } from './create-store.ts'
import { browserStorage } from './browser-storage.ts'

/** Each language by its own name: who looks for it may read no other. */
export const OWN_NAMES: Record<PublicLanguage, string> = { en: 'English', hi: 'हिन्दी' }

const KEY = 'language'
const store = createStore()

const known = (code: string | undefined | null): PublicLanguage | undefined => {
  const short = code?.slice(0, 2).toLowerCase()
  return isPublicLanguage(short) ? short : undefined
}

/** What the address asks for; else what was chosen here before; else the first of the browser's that we have. */
const readLanguage = (): PublicLanguage =>
  known(new URLSearchParams(location.search).get('lang')) ??
  known(browserStorage.getItem(KEY)) ??
  navigator.languages.map(known).find((language) => language !== undefined) ??
  'en'

/** Keeps the choice in this browser; a `lang` in the address no longer counts. */
export function setLanguage(language: PublicLanguage): void {
  browserStorage.setItem(KEY, language)
  const { pathname, search, hash } = location
  // From now on the choice counts, not the address.
  if (search.includes('lang=')) history.replaceState(history.state, '', pathname + hash)
  store.changed()
}

/** The language in force of a page that speaks several; the document says so while it is open. */
export function usePageLanguage(): PublicLanguage {
  const language = store.use(readLanguage)
  useEffect(() => {
    const root = document.documentElement
    root.lang = `${language}-IN`
    return () => {
      root.lang = 'en-IN'
    }
  }, [language])
  return language
}
