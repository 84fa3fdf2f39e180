import { isToken, normaliseCode } from '../../contracts/codes.ts'
import type { StickerView } from '../../contracts/scan.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'

/** What a bystander may see of a sticker; null when no sticker has this token. A voided one still raises alerts. */
export async function describeSticker({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<StickerView | null> {
  const token = normaliseCode(input.token)
  if (!isToken(token)) return null
  const row = await ctx.db
    .selectFrom('coupons as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('subscriber_profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.serial_number', 'c.user_id', 'u.first_name', 'p.show_first_name'])
    .where('c.token', '=', token)
    .executeTakeFirst()
  if (!row) return null
  const registered = row.user_id !== null
  return {
    state: registered ? 'registered' : 'unregistered',
    first_name: registered && row.show_first_name ? row.first_name : null,
    serial_last4: row.serial_number.slice(-4),
  }
}
