import { LANGUAGE_NAMES, type Language } from '@tvarit/shared/contracts/languages'

/** The languages as a field of the office offers them. */
export const LANGUAGE_OPTIONS = Object.entries(LANGUAGE_NAMES).map(([code, label]) => ({
  value: code as Language,
  label,
}))
