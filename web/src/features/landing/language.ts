import { createStore } from '../../lib/create-store.ts'
import { en } from './texts/en.ts'
import { hi } from './texts/hi.ts'
import type { LandingTexts } from './texts/landing-texts.ts'

export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language by its own name: who looks for it may read no other. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', hi: 'हिन्दी' }

const TEXTS: Record<Language, LandingTexts> = { en, hi }
const KEY = 'language'
const store = createStore()

const known = (code: string | undefined | null): Language | undefined =>
  LANGUAGES.find((language) => language === code?.slice(0, 2).toLowerCase())

/** What was chosen here before; else the first language of the browser that we have; else English. */
const readLanguage = (): Language =>
  known(localStorage.getItem(KEY)) ?? navigator.languages.map(known).find((language) => language !== undefined) ?? 'en'

export function setLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
  store.changed()
}

/** The language in force and its texts. */
export function useLanguage(): { language: Language; texts: LandingTexts } {
  const language = store.use(readLanguage)
  return { language, texts: TEXTS[language] }
}
