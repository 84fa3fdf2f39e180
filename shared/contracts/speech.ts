import type { Language } from './scan.ts'

/** The voices that read calls. No provider's list has one for Odia: such a call is in Hindi, see `spokenLanguage`. */
export const SPEECH_TAGS: Record<Language, string> = {
  en: 'en-IN',
  hi: 'hi-IN',
  bn: 'bn-IN',
  te: 'te-IN',
  mr: 'mr-IN',
  ta: 'ta-IN',
  gu: 'gu-IN',
  kn: 'kn-IN',
  ml: 'ml-IN',
  pa: 'pa-IN',
  or: 'hi-IN',
}

export const spokenLanguage = (language: Language): Language => (language === 'or' ? 'hi' : language)
