import { type RegisterSubscriberFields, type SignedInUser, TERMS_VERSION } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { activeUsers } from '../../people/users/find-user.ts'
import { afterFailedInsert } from '../../people/users/taken-fields.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { noteConsent } from '../../people/consent/note-consent.ts'
import { claimFiles, discardFiles } from '../../records/files/keep-file.ts'
import { checkOtp, wasUsed } from '../../people/otp/check-otp.ts'
import { useOtp } from '../../people/otp/use-otp.ts'
import { checkEnrolment, checkSerialNumber } from './check-enrolment.ts'
import { countEnrolment, isAboutCoupon } from './enrolment-throttle.ts'
import { insertSubscriber } from './insert-subscriber.ts'
import { storePhoto } from '../../records/files/store-photo.ts'

type Registration = RegisterSubscriberFields & { photo?: File | null | undefined }

/**
 * Registers a subscriber on a coupon: person, profile, term, used coupon, used code and audit commit together. Of
 * several people on one coupon exactly one wins. The term is today (India) plus 365 days. `typed_by` is the user who
 * filled the form in, null for the subscriber. Throws domain errors under the fields of the form.
 *
 * The code is checked before anything else, so without it no caller learns who or what is registered. Success or five
 * tries use it up, and a network has 30 failures an hour, so serial numbers cannot be tried out.
 *
 * The same registration again, as after a lost answer, has the same answer.
 */
export async function enrolSubscriber(ctx: Ctx, input: Registration, typed_by: number | null): Promise<SignedInUser> {
  try {
    return await enrol(ctx, input, typed_by)
  } catch (error) {
    const enrolled = error instanceof DomainError ? await findEnrolled(ctx, input) : undefined
    if (enrolled) return enrolled
    throw error
  }
}

/** The user whom this request has registered with this code on this sticker. */
async function findEnrolled(ctx: Ctx, input: Registration): Promise<SignedInUser | undefined> {
  if (!(await wasUsed(ctx, { ...input, purpose: 'register' }))) return undefined
  return activeUsers(ctx.db)
    .where('phone_number', '=', input.phone_number)
    .where('id', 'in', ctx.db.selectFrom('coupons').select('user_id').where('serial_number', '=', input.serial_number))
    .executeTakeFirst()
}

async function enrol(ctx: Ctx, input: Registration, typed_by: number | null): Promise<SignedInUser> {
  const { serial_number, coupon_code, otp, request_id, photo, ...rest } = input
  const { terms_accepted: _accepted, start_date: _today, ...subscriber } = rest
  checkSerialNumber(serial_number)
  const { phone_number, email } = subscriber
  const code_id = await checkOtp({ ctx, input: { purpose: 'register', phone_number, request_id, otp } })
  const attempt = await countEnrolment(ctx)
  const photo_key = photo ? await storePhoto(ctx, photo) : null
  try {
    const user = await inTransaction(ctx, async (ctx) => {
      await useOtp(ctx.db, 'register', code_id)
      const enrolment = await checkEnrolment(ctx.db, { phone_number, email, serial_number, coupon_code })
      const user = await insertSubscriber(ctx.db, subscriber, {
        ...enrolment,
        photo: photo_key,
        registered_by: typed_by,
        activated_by: ctx.actor?.role === 'user' ? null : ctx.actor?.id,
      })
      if (!user) throw fieldError('serial_number', TEXTS.serial_used)
      await claimFiles(ctx.db, [photo_key])
      await noteConsent(ctx.db, {
        user_id: user.id,
        event: 'given',
        version: TERMS_VERSION,
        how: typed_by === null ? 'registration' : 'by_staff',
      })
      await writeAudit(ctx, {
        action: 'subscriber.registered',
        subject: 'user',
        subject_id: user.id,
        detail: enrolment,
        actor_id: typed_by ?? user.id,
      })
      return user
    })
    await attempt.refund()
    return user
  } catch (error) {
    if (!isAboutCoupon(error)) await attempt.refund()
    await discardFiles(ctx, [photo_key], error)
    // The creator's coupon was deleted while this ran.
    if (isForeignKeyViolation(error, 'subscriptions_creator_coupon_id_fkey')) {
      throw fieldError('coupon_code', TEXTS.coupon_code_invalid)
    }
    throw await afterFailedInsert(ctx.db, { phone_number, email }, error)
  }
}
