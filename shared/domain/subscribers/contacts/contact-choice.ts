import { sql } from 'kysely'
import type { Language } from '../../../contracts/scan.ts'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'
import { countWrongLink, isLinkToken } from '../../records/links.ts'

/** How an emergency contact wants to be reached, for their page. One for each number. */
export interface ContactChoice {
  phone: string
  channel: 'sms' | 'whatsapp'
  language: Language
  chosen_at: Date | null
}

/** What a contact has chosen. Null, without a reason, for an unknown link. */
export async function readContactChoice({
  ctx,
  input,
}: VerbArgs<{ token: string }, Ctx>): Promise<ContactChoice | null> {
  const row = isLinkToken(input.token)
    ? await ctx.db
        .selectFrom('contact_preferences')
        .select(['phone', 'channel', 'language', 'chosen_at'])
        .where('token', '=', input.token)
        .executeTakeFirst()
    : null
  if (!row) await countWrongLink(ctx)
  return row ? { ...row, language: row.language as Language } : null
}

/** Keeps a contact's choice for all messages from now on. Null for an unknown link. */
export async function chooseContact({
  ctx,
  input: { token, ...chosen },
}: VerbArgs<{ token: string } & Pick<ContactChoice, 'channel' | 'language'>, Ctx>): Promise<ContactChoice | null> {
  const known = await readContactChoice({ ctx, input: { token } })
  if (!known) return null
  await ctx.db
    .updateTable('contact_preferences')
    .set({ ...chosen, chosen_at: sql`now()` })
    .where('token', '=', token)
    .execute()
  return { ...known, ...chosen }
}
