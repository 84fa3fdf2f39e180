import { TEXTS } from '@tvarit/shared/contracts/texts'
import { errorBody, errorStatus, fieldMessages } from '../../../lib/error-text.ts'
import { type FieldErrors, isField } from './form-fields.ts'

/**
 * A rejected registration: what belongs under a field of the form, and what is said about the form as a whole: the
 * server's detail, errors without a field here one per line, otherwise the specification's sentence.
 */
export function domainErrorOf(error: unknown, asks_parent: boolean): { fields: FieldErrors; text: string | null } {
  const body = errorBody(error)
  if (!body || errorStatus(error) >= 500) return { fields: {}, text: TEXTS.subordinate_failed }
  if ('detail' in body && typeof body.detail === 'string') return { fields: {}, text: body.detail }
  const messages = Object.entries(fieldMessages(error))
  const isHere = (name: string) => isField(name) && (asks_parent || name !== 'parent_id')
  const fields = Object.fromEntries(messages.filter(([name]) => isHere(name)))
  const { non_field_errors = [] } = body as { non_field_errors?: string[] }
  const lines = [...non_field_errors, ...messages.flatMap(([name, message]) => (isHere(name) ? [] : [message]))]
  if (lines.length > 0) return { fields, text: lines.join('\n') }
  return { fields, text: messages.length > 0 ? null : TEXTS.subordinate_failed }
}
