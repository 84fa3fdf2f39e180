import { currentSession } from '../../../lib/session.ts'
import type { RegisterForm } from './form-fields.ts'
import { keptFields } from './kept-fields.ts'
import { browserStorage, keepsData, tabStorage } from '../../../lib/browser-storage.ts'

const KEPT_MS = 24 * 3_600_000

/**
 * Keeps everything typed but health data, for a day. That of a logged-in sales partner, whose customers change, is that
 * partner's alone and ends with the tab. `found` is what was typed here before; null when there is nothing.
 * Without a draft where the browser keeps nothing.
 */
export function openDraft() {
  if (!keepsData()) return null
  const partner = currentSession()?.user.id
  const store = partner === undefined ? browserStorage : tabStorage
  const key = partner === undefined ? 'registration' : `registration:${partner}`
  const drop = () => store.removeItem(key)
  const keep = (form: RegisterForm) => {
    const typed = keptFields.filter((field) => form[field]).map((field) => [field, form[field]])
    if (typed.length === 0) return drop()
    store.setItem(key, JSON.stringify({ at: Date.now(), form: Object.fromEntries(typed) }))
  }
  const found = read(store.getItem(key))
  if (!found) drop()
  return { found, keep, drop }
}

function read(kept: string | null): Partial<RegisterForm> | null {
  try {
    const draft = JSON.parse(kept ?? 'null') as { at: number; form: Partial<RegisterForm> } | null
    const age = draft ? Date.now() - draft.at : -1
    if (!draft || age < 0 || age > KEPT_MS) return null
    const known = keptFields.filter((field) => typeof draft.form[field] === 'string')
    return Object.fromEntries(known.map((field) => [field, draft.form[field]]))
  } catch {
    return null
  }
}
