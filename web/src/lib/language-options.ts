import { languageName, LANGUAGES } from '@tvarit/shared/contracts/languages'

/** The languages as a field of the office offers them. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))
