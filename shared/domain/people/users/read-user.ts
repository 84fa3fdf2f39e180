import type { UserDetail } from '../../../contracts/accounts.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx, ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { findUserRecord } from './user-record.ts'

/**
 * A user in full. Users may read themselves; scope `all` may read any subscriber, and only subscribers. Others do not
 * exist (NOT_FOUND). A look at another person's health data is audited.
 */
export async function readUser({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<UserDetail> {
  const own = input.id === ctx.actor.id
  const found = own || ctx.scope === 'all' ? await findUserRecord(ctx, input.id) : null
  if (!found || found.removed || (!own && found.role !== 'user')) {
    throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  }
  if (!own && found.profile) {
    await writeAudit(ctx, { action: 'health.viewed', subject: 'user', subject_id: found.id })
  }
  const { removed: _removed, ...record } = found
  return record
}

/** The record of the person an alert is about, active or removed; the caller audits the view. */
export async function readUserRecord(
  ctx: Pick<Ctx, 'db' | 'config' | 'storage'>,
  id: number,
): Promise<UserDetail | null> {
  const found = await findUserRecord(ctx, id)
  if (!found) return null
  const { removed: _removed, ...record } = found
  return record
}
