import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'

/** No alarms reach that device of the caller any more. */
export function unsubscribe({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('push_subscriptions')
      .where('id', '=', id)
      .where('user_id', '=', ctx.actor.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new DomainError('NOT_FOUND', TEXTS.push_device_not_found)
    await writeAudit(ctx, { action: 'push.unsubscribed', subject: 'user', subject_id: ctx.actor.id })
    return { detail: TEXTS.push_off }
  })
}
