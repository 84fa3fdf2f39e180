import { z } from 'zod'
import { dispatchState } from './dispatch.ts'
import { optionalEmail, optionalPhone, textUpTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { requestId } from './requests.ts'

export const HANDOVER_CHANNELS = ['sms', 'email'] as const
export const handoverChannel = z.enum(HANDOVER_CHANNELS)
export type HandoverChannel = z.infer<typeof handoverChannel>

const alertId = { id: z.coerce.number().int().positive() }

/** Without a search the nearest that take emergencies; with one whichever match, nearest first where there is a place. */
export const hospitalChoicesInput = z.strictObject({ ...alertId, search: textUpTo(LIMITS.search).optional() })

export const hospitalChoices = z.object({
  hospitals: z.array(
    z.object({
      hospital_id: z.number(),
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
      address: z.string(),
      emergency: z.boolean(),
      /** From the place of the alert; null without one. */
      distance_km: z.number().nullable(),
    }),
  ),
  has_location: z.boolean(),
  /** How a hospital can be notified here: e-mail needs a mail server. */
  channels: z.array(handoverChannel),
})
export type HospitalChoices = z.infer<typeof hospitalChoices>
export type HospitalChoice = HospitalChoices['hospitals'][number]

/** Number and address are the hospital's own unless the operator corrects them. */
export const sendHandoverInput = z
  .strictObject({
    ...requestId,
    ...alertId,
    hospital_id: z.number().int().positive(),
    channel: handoverChannel,
    phone: optionalPhone,
    email: optionalEmail,
  })
  .refine(({ channel, email }) => channel === 'email' || !email, { message: 'An SMS has no address.', path: ['email'] })
  .refine(({ channel, phone }) => channel === 'sms' || !phone, { message: 'An e-mail has no number.', path: ['phone'] })
export type SendHandover = z.output<typeof sendHandoverInput>

/** The handover itself, not its alert. */
export const revokeHandoverInput = z.strictObject({ id: z.coerce.number().int().positive() })

/** What was handed to a hospital, as the alert page shows it. The link itself is in the message only. */
export const handoverView = z.object({
  id: z.number(),
  hospital_id: z.number(),
  hospital: z.string(),
  hospital_phone: z.string(),
  channel: handoverChannel,
  sent_to: z.string(),
  sent_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['ACTIVE', 'REVOKED', 'EXPIRED']),
  /** How often the health data was opened; looking at the page does not count. */
  views: z.number(),
  last_viewed_at: z.string().nullable(),
})
export type HandoverView = z.infer<typeof handoverView>
export const handoverViews = z.array(handoverView)

/** The hospital's page before (and beside) the health data, which is not in here. */
export const handoverPage = z.object({
  hospital: z.string(),
  first_name: z.string(),
  alert_id: z.number(),
  raised_at: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  seconds_left: z.number(),
  ambulance: z
    .object({
      state: dispatchState,
      vehicle_number: z.string().nullable(),
      outside_provider: z.string().nullable(),
      /** From now until it is with the patient; null when it is there or unknown. */
      scene_eta_minutes: z.number().nullable(),
      /** Another hospital was notified since: the patient is brought there. */
      other_hospital: z.boolean(),
      /** From its last position, while it is on the way to this hospital. */
      hospital_eta_minutes: z.number().nullable(),
    })
    .nullable(),
  call_centre_phone: z.string(),
})
export type HandoverPage = z.infer<typeof handoverPage>
