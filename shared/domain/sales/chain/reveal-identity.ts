import { CHAIN_ROLES, type Reveal } from '../../../contracts/chain.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { withoutPerson } from '../../audit/without-person.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { unsealIdentity } from './identity.ts'

/**
 * One unmasked number of a member, for an admin who says why. The audit entry (reason and field, never the value) is
 * committed before the value is handed out. Null when that number is not known. Throws when the value does not belong
 * to this row or was changed. NOT_FOUND for an unknown or removed member.
 */
export async function revealIdentity({ ctx, input }: VerbArgs<Reveal>): Promise<{ value: string | null }> {
  const { id, field, reason } = input
  const row = await ctx.db
    .selectFrom('users as u')
    .innerJoin('distributor_profiles as d', 'd.user_id', 'u.id')
    .select(`d.${field}_sealed as sealed`)
    .where('u.id', '=', id)
    .where('u.role', 'in', CHAIN_ROLES)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const value = row.sealed && unsealIdentity(ctx.config, id, field, row.sealed)
  await writeAudit(ctx, {
    action: 'identity.revealed',
    subject: 'user',
    subject_id: id,
    // The admin may have typed the number into the reason, or another one.
    detail: {
      field,
      reason: await withoutPerson(ctx.db, id, value ? reason.replaceAll(inAnyGroups(value), '***') : reason),
    },
  })
  return { value }
}

/** Finds a number also in groups and in small letters. */
const inAnyGroups = (value: string): RegExp =>
  new RegExp([...value].map((letter) => RegExp.escape(letter)).join(String.raw`[\s-]*`), 'gi')
