import { sql } from 'kysely'
import { type RegisterSubscriberFields, type SignedInUser, TERMS_VERSION } from '../../../contracts/accounts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { addTerm, endOfTerm } from '../plans/add-term.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'

export type NewSubscriber = Omit<
  RegisterSubscriberFields,
  'serial_number' | 'coupon_code' | 'terms_accepted' | 'otp' | 'request_id' | 'start_date'
>

export interface Enrolment {
  photo: string | null
  coupon_id: number
  creator_coupon_id: number | null
  /** The member of the office who filled the form in; none for the subscriber. */
  registered_by?: number | null
  /** The member of the office or the sales partner who was signed in; none for the subscriber. */
  activated_by?: number | null
  /** First day of the term, `YYYY-MM-DD`; today when left out. The last day is 365 days later. */
  start_date?: string
}

/**
 * Writes a person, their profile, their first term and the use of their coupon. The coupon is taken by a conditional
 * update: null when it is not AVAILABLE any more, and then the caller must roll back. Throws the unique violation of
 * `users` when phone or e-mail is taken.
 */
export async function insertSubscriber(
  db: Tx,
  subscriber: NewSubscriber,
  enrolment: Enrolment,
): Promise<SignedInUser | null> {
  const { first_name, last_name, email, phone_number, ...profile } = subscriber
  const user = await db
    .insertInto('users')
    .values({ first_name, last_name, email, phone_number, role: 'user' })
    .returning(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .executeTakeFirstOrThrow()
  const taken = await db
    .updateTable('coupons')
    .set({ status: 'USED', user_id: user.id, used_at: sql`now()`, activated_by: enrolment.activated_by ?? user.id })
    .where('id', '=', enrolment.coupon_id)
    .where('status', '=', 'AVAILABLE')
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return null
  const start = enrolment.start_date ? sql<string>`${enrolment.start_date}::date` : todayInIndia
  await db
    .insertInto('subscriber_profiles')
    .values({
      ...profile,
      user_id: user.id,
      photo: enrolment.photo,
      registered_by: enrolment.registered_by ?? null,
      start_date: start,
      ending_date: endOfTerm(start),
      consent_version: TERMS_VERSION,
      consented_at: sql`now()`,
    })
    .execute()
  await addTerm(db, {
    user_id: user.id,
    start,
    coupon_id: enrolment.coupon_id,
    creator_coupon_id: enrolment.creator_coupon_id,
  })
  return user
}
