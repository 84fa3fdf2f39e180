// Without zod: the console's pages use this.

interface Row {
  name: string
  speech: string | null
  tag?: string
}

/**
 * The languages of the public pages, in the order of the switch. `name` is for the office; `speech` is the tag of the
 * voice that reads calls, null where no provider has one (such a call is in Hindi); `tag` is what some phones say
 * instead of the code (ISO 639-3). The texts of each are in shared/texts.
 */
const ROWS = {
  en: { name: 'English', speech: 'en-IN' },
  hi: { name: 'Hindi', speech: 'hi-IN' },
  bn: { name: 'Bengali', speech: 'bn-IN' },
  te: { name: 'Telugu', speech: 'te-IN' },
  mr: { name: 'Marathi', speech: 'mr-IN' },
  ta: { name: 'Tamil', speech: 'ta-IN' },
  gu: { name: 'Gujarati', speech: 'gu-IN' },
  kn: { name: 'Kannada', speech: 'kn-IN' },
  ml: { name: 'Malayalam', speech: 'ml-IN' },
  pa: { name: 'Punjabi', speech: 'pa-IN' },
  or: { name: 'Odia', speech: null, tag: 'ory' },
} satisfies Record<string, Row>

export type Language = keyof typeof ROWS
const rows: Record<Language, Row> = ROWS

export const LANGUAGES = Object.keys(ROWS) as [Language, ...Language[]]
export const languageName = (language: Language): string => rows[language].name

/** `hi-IN` and `HI` are both Hindi; undefined for one we do not have. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0]!
  return LANGUAGES.find((language) => language === primary || rows[language].tag === primary)
}

/** The language a call is read in. */
export const spokenLanguage = (language: Language): Language => (rows[language].speech ? language : 'hi')
/** The tag of the voice that reads it. */
export const speechTag = (language: Language): string => rows[language].speech ?? 'hi-IN'
