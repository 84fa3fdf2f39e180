import type { PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import en from './texts/en.json'
import hi from './texts/hi.json'

export type LandingTexts = typeof en

/** Every word of the landing page. English is the model: a key that another language lacks does not compile. */
export const TEXTS: Record<PublicLanguage, LandingTexts> = { en, hi }
