import { z } from 'zod'
import { changedPhone, changedText, day, pinCode, requiredText } from './formats.ts'
import { changedHealthFields } from './medical.ts'
import { LIMITS } from './limits.ts'
import { EXPIRIES, REGISTRARS, SUBSCRIBER_SORTS } from './list-choices.ts'
import { goTo, listOf, listQuery, sortBy } from './lists.ts'
import { plan } from './plans.ts'
import { ALL_STATES } from './states.ts'
import { TEXTS } from './texts.ts'
import { photoFile } from './uploads.ts'

const state = z.string().refine((value) => ALL_STATES.includes(value), 'Choose a state from the list.')

/**
 * Both dates filter the start date of the subscription, both inclusive. The list is ordered by start date, newest first,
 * and with `expiry` by end date: the next or the last to end first.
 */
export const subscriberListInput = listQuery
  .extend({
    start_date: day.optional(),
    ending_date: day.optional(),
    state: state.optional(),
    /** Of the last term. */
    plan: plan.optional(),
    expiry: z.enum(EXPIRIES).optional(),
    registered_by: z.enum(REGISTRARS).optional(),
    sort: sortBy(SUBSCRIBER_SORTS),
    go_to: goTo,
  })
  .refine(({ start_date, ending_date }) => !start_date || !ending_date || start_date <= ending_date, {
    path: ['ending_date'],
    message: TEXTS.dates_order,
  })
  // Either would pass over most of the list before its first row.
  .refine(({ sort, expiry }) => !expiry || !sort?.endsWith('start_date'), {
    path: ['sort'],
    message: TEXTS.sort_by_end,
  })
  .refine(({ sort, start_date, ending_date }) => !(start_date || ending_date) || !sort?.endsWith('ending_date'), {
    path: ['sort'],
    message: TEXTS.sort_by_start,
  })
export type SubscriberListInput = z.output<typeof subscriberListInput>

export const subscriberRow = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string(),
  /** A signed path that works for five minutes. */
  photo: z.string().nullable(),
  state: z.string(),
  start_date: z.string(),
  ending_date: z.string(),
})
export type SubscriberRow = z.infer<typeof subscriberRow>
export const subscriberList = listOf(subscriberRow)

const bothDates = z.string(TEXTS.csv_dates).min(1, TEXTS.csv_dates).pipe(day)

/** Subscribers whose subscription starts from `start_date` to `end_date`, both inclusive. */
export const subscriberExportInput = z
  .object({ start_date: bothDates, end_date: bothDates })
  .refine(({ start_date, end_date }) => start_date <= end_date, { path: ['end_date'], message: TEXTS.dates_order })
export type SubscriberExport = z.output<typeof subscriberExportInput>

/**
 * What may be changed of a subscriber. A field that is left out stays; an empty optional one is cleared. The read-only
 * fields a client sends along (dates) are accepted and ignored, so that a whole profile can be sent back.
 */
export const updateProfileFields = z.strictObject({
  address: requiredText(LIMITS.address).optional(),
  state: state.optional(),
  pin_code: pinCode.optional(),
  spouse_name: changedText(LIMITS.name),
  spouse_mobile: changedPhone,
  relative_name: changedText(LIMITS.name),
  relative_mobile: changedPhone,
  friend1_name: changedText(LIMITS.name),
  friend1_mobile: changedPhone,
  friend2_name: changedText(LIMITS.name),
  friend2_mobile: changedPhone,
  friend3_name: changedText(LIMITS.name),
  friend3_mobile: changedPhone,
  friend4_name: changedText(LIMITS.name),
  friend4_mobile: changedPhone,
  ...changedHealthFields,
  show_first_name: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  start_date: z.string().max(30).nullish(),
  ending_date: z.string().max(30).nullish(),
  photo: photoFile,
})
export type ProfileChanges = z.output<typeof updateProfileFields>
