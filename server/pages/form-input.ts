import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { optionalPhone } from '@tvarit/shared/contracts/formats'
import { firstGraphemes } from '@tvarit/shared/contracts/graphemes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { composed } from '@tvarit/shared/contracts/same-text'
import { type AddDetailsInput, language, type RaiseAlertInput } from '@tvarit/shared/contracts/scan'

const filled = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)

/** Longer texts are cut: half a description is better than an error. */
const landmark = z
  .string()
  .trim()
  .transform((text) => firstGraphemes(text, LIMITS.landmark))

/** Fields of the forms that work without JavaScript. A field that cannot be read counts as left out. */
const formFields = z.object({
  scan_id: z.uuid().optional().catch(undefined),
  lang: language.optional().catch(undefined),
  landmark: z.preprocess(filled, landmark.optional()).catch(undefined),
  call_me: z.literal('1').optional().catch(undefined),
})

const phoneField = z.object({ first_respondent_phone: z.preprocess(filled, optionalPhone) })

export interface ParsedForm<Input> {
  input: Input
  language: z.infer<typeof language> | undefined
  /** A phone number was given, could not be read and was left out. */
  phone_problem: boolean
}

function readForm(body: unknown) {
  const source = typeof body === 'object' && body !== null ? composed(body) : {}
  const phone = phoneField.safeParse(source)
  const first_respondent_phone = (phone.success && phone.data.first_respondent_phone) || undefined
  return { ...formFields.parse(source), first_respondent_phone, phone_problem: !phone.success }
}

/** The press as a plain form. It never rejects: whatever cannot be read is left out, a lost scan_id is made again. */
export function parseAlertForm(body: unknown): ParsedForm<RaiseAlertInput> {
  const { scan_id = randomUUID(), lang, landmark, first_respondent_phone = null, phone_problem } = readForm(body)
  return { input: { scan_id, first_respondent_phone, landmark, language: lang }, language: lang, phone_problem }
}

/** Phone and place given afterwards as a plain form. */
export function parseDetailsForm(body: unknown): ParsedForm<AddDetailsInput> {
  const { lang, landmark, call_me, first_respondent_phone = null, phone_problem } = readForm(body)
  const input = { first_respondent_phone, landmark, call_me: call_me === '1' }
  return { input, language: lang, phone_problem }
}
