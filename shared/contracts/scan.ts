import { z } from 'zod'
import { optionalPhone, textUpTo } from './formats.ts'
import { LANGUAGES } from './languages.ts'
import { LIMITS } from './limits.ts'

export { LANGUAGES, type Language } from './languages.ts'
export const language = z.enum(LANGUAGES)

/** What anyone who scans a sticker may know about it. Never health data, an address, relatives or a plan. */
export const stickerView = z.object({
  /** `registered` stickers belong to a subscriber; `unregistered` ones are still accepted as alerts. */
  state: z.enum(['registered', 'unregistered']),
  /** Only when the subscriber allows it. */
  first_name: z.string().nullable(),
  /** Enough to compare with the printed one. The rest is never shown: with it an unsold sticker could be taken. */
  serial_last4: z.string(),
})
export type StickerView = z.infer<typeof stickerView>

/** One press. `scan_id` is made by the page once per press and kept over retries: it makes the press idempotent. */
export const raiseAlertInput = z.strictObject({
  scan_id: z.uuid('scan_id must be a UUID.'),
  first_respondent_phone: optionalPhone,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  /** Radius in metres in which the phone believes itself to be. */
  accuracy: z.number().min(0).max(1_000_000).nullish(),
  landmark: textUpTo(LIMITS.landmark).nullish(),
  /** A random id the page keeps in local storage; used for limits only. */
  device_id: z.uuid().nullish(),
  language: language.nullish(),
  /** Milliseconds since the press when the page had to wait for the network; kept on the timeline. */
  pressed_ms_ago: z
    .number()
    .int()
    .min(0)
    .max(7 * 86_400_000)
    .nullish(),
})
export type RaiseAlertInput = z.infer<typeof raiseAlertInput>

export const raiseAlertOutput = z.object({
  id: z.number(),
  status: z.enum(['PENDING', 'ATTENDED', 'REJECTED']),
  status_url: z.string(),
  /** Details of the report that could not be read and were left out or cut, with the reason; only when there are some. */
  ignored: z.record(z.string(), z.array(z.string())).optional(),
})
export type RaiseAlertOutput = z.infer<typeof raiseAlertOutput>

/** More about an alert after the press (location that came late, landmark, phone), addressed by the status token. */
export const addDetailsInput = z.strictObject({
  first_respondent_phone: optionalPhone,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  accuracy: z.number().min(0).max(1_000_000).nullish(),
  landmark: textUpTo(LIMITS.landmark).nullish(),
  /** The bystander wants to be called; needs a number, now or before. */
  call_me: z.boolean().nullish(),
})
export type AddDetailsInput = z.infer<typeof addDetailsInput>

/** The state of an alert for the bystander. Times are ISO 8601 in UTC. */
export const alertProgress = z.object({
  status: z.enum(['PENDING', 'ATTENDED', 'REJECTED']),
  received_at: z.string(),
  /** How many call-centre consoles are armed right now: open, with their sound on. */
  consoles_online: z.number(),
  /** First name of the owner, who is present or has an ambulance out in time, and since when. */
  seen_by: z.string().nullable(),
  seen_at: z.string().nullable(),
  ambulance: z
    .object({
      vehicle_number: z.string(),
      /** From now; null when it is there or unknown. */
      eta_minutes: z.number().nullable(),
      /** It should send its position and has stopped. */
      unseen: z.boolean(),
      state: z.string(),
      arrived_at: z.string().nullable(),
    })
    .nullable(),
  closed_at: z.string().nullable(),
  /**
   * The page turns into "Call 112 now": no present operator has claimed it and no ambulance is out in time. Only a
   * first claim is waited for, 30 s, while a console is armed.
   */
  call_112_now: z.boolean(),
  has_location: z.boolean(),
  has_phone: z.boolean(),
  /** The call centre has been asked to call the bystander and has not noted that call. */
  call_asked: z.boolean(),
})
export type AlertProgress = z.infer<typeof alertProgress>
