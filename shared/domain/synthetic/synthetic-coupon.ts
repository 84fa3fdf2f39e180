import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { hmac, isHmac, type Keyring } from '../../platform/secrets.ts'
import { newCodes } from '../qr/new-codes.ts'

/**
 * The id of the coupon for synthetic scans. Real ones count from 1, so any query can leave it out by an index, without
 * a column of its own.
 */
export const SYNTHETIC_COUPON = 0

/**
 * The token of the synthetic sticker, made at the first use. The coupon counts as used, so no subscriber can register
 * with it.
 */
export async function syntheticToken({ ctx }: { ctx: Ctx }): Promise<string> {
  return (await find(ctx.db)) ?? (await make(ctx))
}

async function find(db: Db): Promise<string | null> {
  const row = await db.selectFrom('coupons').select('token').where('id', '=', SYNTHETIC_COUPON).executeTakeFirst()
  return row?.token ?? null
}

async function make(ctx: Ctx): Promise<string> {
  const { serial_number, coupon_code, token } = newCodes()
  return inTransaction(ctx, async ({ db }) => {
    const made = await sql`
      insert into coupons (id, serial_number, coupon_code, token, status, used_at) overriding system value
      values (${SYNTHETIC_COUPON}, ${serial_number}, ${coupon_code}, ${token}, 'USED', now())
      on conflict (id) do nothing returning id`.execute(db)
    // A trigger has counted it: the tallies must hold real coupons only.
    if (made.rows.length > 0) await sql`insert into tallies (name, n) values ('coupons.USED', -1)`.execute(db)
    return (await find(db))!
  })
}

/** A pass for the socket that shows only synthetic alerts; valid for a minute. */
export function syntheticPass(keys: Keyring, now = Date.now()): string {
  const until = now + 60_000
  return `${until}.${hmac(keys, 'synthetic-socket', String(until)).toString('base64url')}`
}

/** True for a pass of ours that has not expired. */
export function isSyntheticPass(keys: Keyring, pass: string, now = Date.now()): boolean {
  const [until = '', proof = ''] = pass.split('.')
  if (!/^\d{13}$/.test(until) || Number(until) < now || Number(until) > now + 120_000) return false
  return isHmac(keys, 'synthetic-socket', until, Buffer.from(proof, 'base64url'))
}
