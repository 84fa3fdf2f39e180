import { currentSession } from '../../../lib/session.ts'
import type { RegisterForm } from './form-fields.ts'
import { keptFields } from './kept-fields.ts'

const KEY = 'registration'
const KEPT_MS = 24 * 3_600_000

/** Of a logged-in sales partner, whose customers change, the draft ends with the tab. */
const store = (): Storage => (currentSession() ? sessionStorage : localStorage)

/** Keeps everything typed but health data, for a day. */
export function keepDraft(form: RegisterForm): void {
  const typed = keptFields.filter((field) => form[field]).map((field) => [field, form[field]])
  if (typed.length === 0) return dropDraft()
  store().setItem(KEY, JSON.stringify({ at: Date.now(), form: Object.fromEntries(typed) }))
}

export const dropDraft = (): void => store().removeItem(KEY)

/** What was typed here within a day; null when there is nothing. */
export function readDraft(): Partial<RegisterForm> | null {
  try {
    const draft = JSON.parse(store().getItem(KEY) ?? 'null') as { at: number; form: Partial<RegisterForm> } | null
    const age = draft ? Date.now() - draft.at : -1
    if (!draft || age < 0 || age > KEPT_MS) {
      dropDraft()
      return null
    }
    const known = keptFields.filter((field) => typeof draft.form[field] === 'string')
    return Object.fromEntries(known.map((field) => [field, draft.form[field]]))
  } catch {
    return null
  }
}
