import type { UserDetail } from '../../../contracts/accounts.ts'
import { healthOf } from '../../../contracts/medical.ts'
import type { Ctx } from '../../../platform/context.ts'
import { qrDataUrl, scanUrl } from '../../qr/qr-image.ts'

/** Seconds for which the link of a photo works. */
const PHOTO_SECONDS = 300

/**
 * A user's whole record, with health data. The caller has checked that the reader may see it and writes the audit
 * entry. Also finds removed users, because their alerts stay readable. Null when the id is unknown.
 */
export async function findUserRecord(
  ctx: Pick<Ctx, 'db' | 'config' | 'storage'>,
  id: number,
): Promise<(UserDetail & { removed: boolean }) | null> {
  const [user, profile, coupon] = await Promise.all([
    ctx.db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
    ctx.db.selectFrom('subscriber_profiles').selectAll().where('user_id', '=', id).executeTakeFirst(),
    ctx.db
      .selectFrom('coupons')
      .select(['serial_number', 'coupon_code', 'status', 'token', 'voided_at'])
      .where('user_id', '=', id)
      .orderBy('voided_at', (order) => order.desc().nullsFirst())
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  if (!user) return null
  const { deleted_at, ...person } = user
  return {
    ...person,
    removed: deleted_at !== null,
    profile: profile
      ? {
          photo: profile.photo && ctx.storage.signedPath(profile.photo, PHOTO_SECONDS),
          address: profile.address,
          state: profile.state,
          pin_code: profile.pin_code,
          start_date: profile.start_date,
          ending_date: profile.ending_date,
          spouse_name: profile.spouse_name,
          spouse_mobile: profile.spouse_mobile,
          relative_name: profile.relative_name,
          relative_mobile: profile.relative_mobile,
          friend1_name: profile.friend1_name,
          friend1_mobile: profile.friend1_mobile,
          friend2_name: profile.friend2_name,
          friend2_mobile: profile.friend2_mobile,
          friend3_name: profile.friend3_name,
          friend3_mobile: profile.friend3_mobile,
          friend4_name: profile.friend4_name,
          friend4_mobile: profile.friend4_mobile,
          ...healthOf(profile),
          show_first_name: profile.show_first_name,
        }
      : null,
    qrcode: coupon
      ? {
          qr_code: qrDataUrl(scanUrl(ctx.config, coupon.token)),
          serial_number: coupon.serial_number,
          coupon_code: coupon.coupon_code,
          status: coupon.status,
          voided_at: coupon.voided_at?.toISOString() ?? null,
        }
      : null,
  }
}
