import { clockTime } from '../../../contracts/message-templates.ts'
import type { Ctx } from '../../../platform/context.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { relativesOf } from '../../subscribers/contacts/relatives-of.ts'

/**
 * In the transaction that closes an alert: what has not gone out yet is cancelled, and everybody who was told of the
 * emergency (or may have been) hears that it is over.
 */
export async function notifyRelativesOfClosing({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { alert_id: number }
}): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ state: 'cancelled', last_error: 'The alert was closed first.' })
    .where('alert_id', '=', input.alert_id)
    .where('template', '=', 'relative_alert')
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .execute()
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['id', 'user_id', 'timestamp', 'status'])
    .where('id', '=', input.alert_id)
    .executeTakeFirstOrThrow()
  if (alert.user_id === null) return
  const told = await ctx.db
    .selectFrom('messages')
    .distinctOn('to_phone')
    .select(['to_phone', 'recipient_name', 'recipient_relation'])
    .where('alert_id', '=', input.alert_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('template', '=', 'relative_alert'), eb('state', 'not in', ['cancelled', 'failed'])]),
        // Somebody whom the first message did not reach, and a later one did.
        eb.and([eb('template', 'like', 'relative\\_%'), eb('state', 'in', ['sending', 'sent', 'delivered'])]),
      ]),
    )
    .where('to_phone', 'is not', null)
    .$narrowType<{ to_phone: string }>()
    .execute()
  if (told.length === 0) return
  const { name } = await relativesOf(ctx.db, alert.user_id)
  for (const relative of told) {
    await createMessage(ctx.db, {
      template: alert.status === 'ATTENDED' ? 'relative_attended' : 'relative_all_clear',
      to_phone: relative.to_phone,
      params: { name, time: clockTime(alert.timestamp), call_back: ctx.config.BRAND_PHONE },
      dedupe_key: `alert:${alert.id}:closed:${relative.to_phone}`,
      valid_seconds: 6 * 3600,
      alert_id: alert.id,
      recipient_name: relative.recipient_name,
      recipient_relation: relative.recipient_relation,
    })
  }
}
