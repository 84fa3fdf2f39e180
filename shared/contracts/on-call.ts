import { z } from 'zod'
import { moment, phone, requiredText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { MESSAGE_STATES, PHONE_CHANNELS } from './messages.ts'
import { ROLES } from './roles.ts'
import { language } from './scan.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

const id = z.coerce.number().int().positive()
const personFields = {
  name: requiredText(LIMITS.on_call_name).refine((value) => !/\p{Cc}/u.test(value), TEXTS.text_unstorable),
  phone: phone(TEXTS.phone_exactly_10).refine((value) => /^[6-9]/.test(value), TEXTS.phone_mobile),
  language,
}
export const addOnCallPersonInput = z.strictObject({ ...requestId, ...personFields })
export type AddOnCallPerson = z.output<typeof addOnCallPersonInput>
export const updateOnCallPersonInput = addOnCallPersonInput.omit({ request_id: true }).partial().extend({ id })
export type UpdateOnCallPerson = z.output<typeof updateOnCallPersonInput>
export const onCallIdInput = z.strictObject({ id })

/** The first of `people` is on call now. */
export const setRotaInput = z.strictObject({
  weekday: z.number().int().min(0).max(6),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TEXTS.time_format),
  people: z
    .array(id)
    .max(LIMITS.on_call_people)
    .refine((ids) => new Set(ids).size === ids.length, TEXTS.rota_twice),
})
export type SetRota = z.output<typeof setRotaInput>

export const addOverrideInput = z
  .strictObject({ ...requestId, person_id: id, from: moment, to: moment })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: TEXTS.override_order })
export type AddOverride = z.output<typeof addOverrideInput>

const [AT_LEAST, LEVEL_2_MOST, LEVEL_3_MOST] = LIMITS.escalation_seconds
const secondsUpTo = (most: number) => {
  const text = TEXTS.seconds_between(AT_LEAST, most)
  return z.number(text).int(text).min(AT_LEAST, text).max(most, text)
}
/** Never later than without a setting: what rings may only become earlier. */
export const setTimesInput = z
  .strictObject({ level_2_seconds: secondsUpTo(LEVEL_2_MOST), level_3_seconds: secondsUpTo(LEVEL_3_MOST) })
  .refine(({ level_2_seconds, level_3_seconds }) => level_2_seconds <= level_3_seconds, {
    path: ['level_3_seconds'],
    message: TEXTS.level_3_order,
  })
export type SetTimes = z.output<typeof setTimesInput>

/** `request_id`: made by the caller; the same test asked for twice is one. */
export const testCallInput = z.strictObject({ id, request_id: z.uuid() })

const person = z.object({ name: z.string(), phone: z.string() })

export const onCallPage = z.object({
  /** Called first now. */
  now: z.array(person),
  /** No person is named for now, so everybody on the list is called at once. */
  everybody: z.boolean(),
  next: z.object({ at: z.iso.datetime(), people: z.array(person), everybody: z.boolean() }).nullable(),
  people: z.array(
    z.object({
      id: z.number(),
      ...person.shape,
      language,
      /** The staff member or admin with this number. */
      role: z.enum(ROLES).nullable(),
      on_call: z.boolean(),
    }),
  ),
  rota: z.object({
    weekday: z.number(),
    time: z.string(),
    /** From this week on, one each. */
    weeks: z.array(z.object({ id: z.number(), name: z.string(), from: z.iso.datetime() })),
  }),
  overrides: z.array(
    z.object({
      id: z.number(),
      person_id: z.number(),
      name: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      active: z.boolean(),
    }),
  ),
  times: z.object({ level_2_seconds: z.number(), level_3_seconds: z.number() }),
  calls: z.array(
    z.object({
      id: z.number(),
      ...person.shape,
      template: z.string(),
      channel: z.enum([...PHONE_CHANNELS, 'email', 'sink']),
      state: z.enum(MESSAGE_STATES),
      alert_id: z.number().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  changes: z.array(
    z.object({
      id: z.number(),
      at: z.iso.datetime(),
      /** In words. */
      what: z.string(),
      by: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type OnCallPage = z.infer<typeof onCallPage>
