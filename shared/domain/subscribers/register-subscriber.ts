import type { RegisterSubscriberFields, SignedInUser } from '../../contracts/accounts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/database.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkOtp } from '../otp/check-otp.ts'
import { useOtp } from '../otp/use-otp.ts'
import { checkEnrolment, checkSerialNumber } from './check-enrolment.ts'
import { insertSubscriber } from './insert-subscriber.ts'
import { storePhoto } from './store-photo.ts'

export type Registration = RegisterSubscriberFields & { photo?: File | null | undefined }

/**
 * Registers a subscriber on a sticker: person, profile, term, used coupon, used code and audit commit together. The
 * code is checked before anything else is told, so that without it nobody learns who or what is registered; it is used
 * up only by success. Of several people on one sticker exactly one wins. The term is today (India) plus 365 days.
 * Throws refusals under the fields of the form.
 */
export async function registerSubscriber({ ctx, input }: { ctx: Ctx; input: Registration }): Promise<SignedInUser> {
  const { serial_number, coupon_code, otp, photo, terms_accepted: _accepted, start_date: _today, ...subscriber } = input
  checkSerialNumber(serial_number)
  const { phone_number, email } = subscriber
  const code_id = await checkOtp({ ctx, input: { purpose: 'register', phone_number, otp } })
  const photo_key = photo ? await storePhoto(ctx, photo) : null
  try {
    return await inTransaction(ctx, async (ctx) => {
      await useOtp(ctx.db, 'register', code_id)
      const enrolment = await checkEnrolment(ctx.db, { phone_number, email, serial_number, coupon_code })
      const user = await insertSubscriber(ctx.db, subscriber, { ...enrolment, photo: photo_key })
      if (!user) throw fieldRefusal('serial_number', TEXTS.serial_used)
      await writeAudit(ctx, {
        action: 'subscriber.registered',
        subject: 'user',
        subject_id: user.id,
        detail: enrolment,
        actor_id: user.id,
      })
      return user
    })
  } catch (error) {
    if (photo_key) await removePhoto(ctx, photo_key)
    if (isUniqueViolation(error, 'users_phone_living')) throw fieldRefusal('phone_number', TEXTS.already_registered)
    if (isUniqueViolation(error, 'users_email_living')) throw fieldRefusal('email', TEXTS.email_registered)
    throw error
  }
}

/** The registration has failed already; a file that cannot be removed must not hide why. */
async function removePhoto(ctx: Ctx, key: string): Promise<void> {
  await ctx.storage.remove(key).catch((error: unknown) => ctx.log.warn({ error, key }, 'photo was not removed'))
}
