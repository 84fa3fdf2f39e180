import { z } from 'zod'
import { otpCode } from './accounts.ts'
import { requiredText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { TEXTS } from './texts.ts'

/** What is typed to confirm an erasure. */
export const ERASE_WORD = 'ERASE'

const confirmation = z
  .string(TEXTS.erase_confirm)
  .trim()
  .refine((typed) => typed === ERASE_WORD, TEXTS.erase_confirm)
const reason = requiredText(LIMITS.void_reason, TEXTS.void_reason, LIMITS.void_reason_min)
const id = z.coerce.number().int().positive()

export const eraseOwnInput = z.strictObject({ confirmation, otp: otpCode })
export const eraseInput = z.strictObject({ id, confirmation, reason })
export type EraseInput = z.output<typeof eraseInput>
export const changeConsentInput = z.strictObject({ event: z.enum(['given', 'withdrawn']) })
export const exportInput = z.strictObject({ id, reason })
export type ExportInput = z.output<typeof exportInput>

const row = z.record(z.string(), z.unknown())
const rows = z.array(row)

/** Everything we know about one person, to keep or to take elsewhere. Times are UTC. */
export const dataExport = z.object({
  made_at: z.string(),
  person: row,
  subscriber: row.nullable(),
  sales_partner: row.nullable(),
  /** JPEG as a data URL. */
  photo: z.string().nullable(),
  consents: rows,
  stickers: rows,
  terms: rows,
  alerts: rows,
  ambulances: rows,
  hospital_links: rows,
  messages: rows,
  looks_at_my_data: rows,
  logins: rows,
  second_factor: row.nullable(),
  shift_notes: rows,
  actions: rows,
})
export type DataExport = z.infer<typeof dataExport>
