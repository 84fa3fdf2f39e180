import { sql, type SqlBool } from 'kysely'
import type { ChainMember } from '../../../contracts/chain.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { findMember } from './find-member.ts'
import { withinReach } from './within-reach.ts'

/**
 * A member of the chain in full, identity numbers masked. An admin reads all, also removed ones, whose data can then be
 * exported or erased. Distributors read themselves and all below them, retailers themselves; others do not exist here
 * (NOT_FOUND). A look at another member is audited.
 */
export async function readChainMember({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<ChainMember> {
  const readable = ctx.scope === 'all' ? withinReach(ctx) : sql<SqlBool>`${withinReach(ctx)} and u.deleted_at is null`
  const member = await findMember(ctx, input.id, readable)
  if (!member) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  if (member.id !== ctx.actor.id) {
    await writeAudit(ctx, { action: 'identity.viewed', subject: 'user', subject_id: member.id })
  }
  return member
}
