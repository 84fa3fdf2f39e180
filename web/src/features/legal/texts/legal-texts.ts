/** A line is a bullet; a part between asterisks is strong. */
export interface Section {
  title: string
  lines: readonly string[]
}

/** Everything the pages of the company say in one language, built from the settings. */
export interface LegalTexts {
  language: string
  /** Counsel has not read it yet. */
  unreviewed: string
  made_up: string
  pages: string
  version: string
  unset: string
  contact: {
    company: string
    registered: string
    cin: string
    email: string
    phone: string
    office: string
    map: string
    officer: string
  }
  privacy: readonly Section[]
  terms: readonly Section[]
  refunds: readonly Section[]
  complaints: readonly Section[]
}
