import { z } from 'zod'
import { asciiDigits } from '@tvarit/shared/contracts/compact'
import { firstGraphemes } from '@tvarit/shared/contracts/graphemes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { composed } from '@tvarit/shared/contracts/same-text'
import { type RaiseAlertInput, raiseAlertInput } from '@tvarit/shared/contracts/scan'

export interface ReadReport {
  input: RaiseAlertInput
  /** Why a detail was left out or cut, by its field. */
  ignored: Record<string, string[]>
}

/** Made once: to make a schema takes longer than to read a report with it. */
const withScanId = z.looseObject(raiseAlertInput.pick({ scan_id: true }).shape)

/**
 * Reads a report without rejecting an emergency for a bad detail: what does not fit is left out, a landmark is cut,
 * numbers may be text. NULs go, as PostgreSQL keeps none in a text. Throws ZodError only for what is no object or has no
 * usable `scan_id`.
 */
export function readReport(body: unknown): ReadReport {
  const { scan_id, ...details } = withScanId.parse(composed(body))
  const input: Record<string, unknown> = { scan_id }
  // Without a prototype: a field may be called `__proto__`.
  const ignored = Object.create(null) as Record<string, string[]>
  for (const [field, sent] of Object.entries(details)) {
    const given = typeof sent === 'string' ? sent.replaceAll('\0', '') : sent
    if (!Object.hasOwn(raiseAlertInput.shape, field)) {
      ignored[field] = ['Unknown field.']
      continue
    }
    const schema = raiseAlertInput.shape[field as keyof RaiseAlertInput]
    const parsed = schema.safeParse(given)
    const mended = parsed.success ? parsed : schema.safeParse(dropInvalidField(field, given))
    if (mended.success) input[field] = mended.data
    if (field === 'landmark' && !parsed.success && mended.success)
      ignored[field] = [`Cut to ${LIMITS.landmark} characters.`]
    else if (!mended.success) ignored[field] = parsed.error!.issues.map(({ message }) => message)
  }
  return { input: input as RaiseAlertInput, ignored }
}

/** A text that is too long is cut, a number that came as text is read; anything else stays what it is. */
function dropInvalidField(field: string, given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (field === 'landmark') return firstGraphemes(given.trim(), LIMITS.landmark)
  return given.trim() === '' ? null : Number(asciiDigits(given))
}
