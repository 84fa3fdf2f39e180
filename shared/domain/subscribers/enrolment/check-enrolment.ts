import { isSerialNumber, normaliseCode } from '../../../contracts/codes.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fieldError, DomainError } from '../../../platform/domain-error.ts'
import { takenFields } from '../../people/users/taken-fields.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'

interface Wanted {
  phone_number: string
  email: string | null
  /** Normalised. */
  serial_number: string
  coupon_code: string | null
}

/** Rejects what cannot be a serial number, with the likeliest reason under its field, before the database is asked. */
export function checkSerialNumber(serial_number: string): void {
  if (/[0O]/.test(serial_number)) throw fieldError('serial_number', TEXTS.serial_no_zero)
  if (!isSerialNumber(serial_number)) throw fieldError('serial_number', TEXTS.serial_check)
}

/**
 * Finds the coupon and the creator coupon of a registration. Rejects with every wrong field:
 *
 * - number or e-mail of another user;
 * - coupon unknown, voided or used;
 * - coupon code neither the coupon's own nor an active creator's inside its dates.
 */
export async function checkEnrolment(
  db: Tx,
  wanted: Wanted,
): Promise<{ coupon_id: number; creator_coupon_id: number | null }> {
  const coupon = await db
    .selectFrom('coupons')
    .select(['id', 'coupon_code', 'status', 'voided_at'])
    .where('serial_number', '=', wanted.serial_number)
    .executeTakeFirst()
  const fields: Record<string, string[]> = await takenFields(db, wanted)
  if (!coupon || coupon.voided_at) fields['serial_number'] = [TEXTS.serial_unknown]
  else if (coupon.status !== 'AVAILABLE') fields['serial_number'] = [TEXTS.serial_used]
  const own = wanted.coupon_code !== null && normaliseCode(wanted.coupon_code) === coupon?.coupon_code
  const creator = wanted.coupon_code === null || own ? null : await findCreatorCoupon(db, wanted.coupon_code)
  if (creator === undefined) fields['coupon_code'] = [TEXTS.coupon_code_invalid]
  if (!coupon || Object.keys(fields).length > 0) throw new DomainError('BAD_REQUEST', fields)
  return { coupon_id: coupon.id, creator_coupon_id: creator ?? null }
}

async function findCreatorCoupon(db: Tx, typed: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('creator_coupons')
    .select('id')
    .where('coupon_code', '=', typed.toUpperCase())
    .where('is_active', '=', true)
    .where('start_date', '<=', todayInIndia)
    .where('end_date', '>=', todayInIndia)
    .executeTakeFirst()
  return row?.id
}
