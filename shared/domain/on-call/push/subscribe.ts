import { sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Subscribe } from '../../../contracts/push.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { isPushPoint } from '../../../platform/push/encrypt-push.ts'
import { isPushService } from '../../../platform/push/is-push-service.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { enqueue } from '../../outbox/enqueue.ts'

const AUTH_BYTES = 16

/**
 * Alarms reach this browser of the caller from now on; a first push tells so. An address that another person had in the
 * same browser is the caller's now. Of too many devices the oldest go. BAD_REQUEST for an unknown push service.
 */
export async function subscribe({ ctx, input }: VerbArgs<Subscribe>): Promise<{ detail: string }> {
  if (!isPushService(ctx.config, input.endpoint)) throw fieldError('endpoint', TEXTS.push_service_unknown)
  if (!isPushPoint(input.p256dh)) throw fieldError('p256dh', TEXTS.push_key_wrong)
  if (Buffer.from(input.auth, 'base64url').length !== AUTH_BYTES) throw fieldError('auth', TEXTS.push_key_wrong)
  return inTransaction(ctx, async (ctx) => {
    const values = { ...input, user_id: ctx.actor.id, user_agent: ctx.user_agent }
    const { id } = await ctx.db
      .insertInto('push_subscriptions')
      .values(values)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...values, last_error: null }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${ctx.actor.id} order by id = ${id} desc, id desc
      offset ${LIMITS.push_devices})`.execute(ctx.db)
    await enqueue(ctx.db, 'send-push', { subscription_id: id, alert_id: null }, `push-${id}-${Date.now()}`)
    await writeAudit(ctx, { action: 'push.subscribed', subject: 'user', subject_id: ctx.actor.id })
    return { detail: TEXTS.push_on }
  })
}
