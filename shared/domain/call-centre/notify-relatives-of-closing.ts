import { type PhoneChannel, NOTIFIED_STATES } from '../../contracts/messages.ts'
import { indianMinute } from '../../contracts/indian-time.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { wasReached } from '../alerts/reach-conditions.ts'
import { createMessage } from '../messages/create-message.ts'
import { relativesOf } from '../subscribers/contacts/relatives-of.ts'

/**
 * Notifies relatives that the emergency is over, in the transaction that closes the alert: all who were notified of it,
 * or may have been, also by an operator's call. Those whom only a call notified get an SMS. Messages to them that have not
 * gone out are cancelled.
 */
export async function notifyRelativesOfClosing({ ctx, input }: VerbArgs<{ alert_id: number }, Ctx>): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ state: 'cancelled', last_error: 'The alert was closed first.' })
    .where('alert_id', '=', input.alert_id)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb.and([eb('template', '=', 'relative_alert'), eb('attempts', '=', 0)]),
        eb('template', '=', 'relative_alert_call'),
      ]),
    )
    .execute()
  const alert = await ctx.db
    .selectFrom('alerts')
    .select(['id', 'user_id', 'timestamp', 'status', 'closed_at'])
    .where('id', '=', input.alert_id)
    .executeTakeFirstOrThrow()
  if (alert.user_id === null) return
  const notified = await ctx.db
    .selectFrom('messages as m')
    .distinctOn('to_phone')
    .select(['to_phone', 'channel', 'language', 'recipient_name', 'recipient_relation'])
    .where('alert_id', '=', input.alert_id)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('template', '=', 'relative_alert'),
          eb.or([eb('state', 'not in', ['cancelled', 'failed']), wasReached]),
        ]),
        // The first message did not reach this relative, a later one did.
        eb.and([
          eb('template', 'like', 'relative\\_%'),
          eb.or([
            eb('state', 'in', ['sending', 'sent', 'ringing', 'answered', ...NOTIFIED_STATES]),
            eb('uncertain', '=', true),
          ]),
        ]),
      ]),
    )
    .$narrowType<{ to_phone: string; channel: PhoneChannel; language: Language }>()
    .orderBy('to_phone')
    .orderBy('id')
    .execute()
  if (notified.length === 0) return
  const { name } = await relativesOf(ctx.db, alert.user_id)
  for (const relative of notified) {
    await createMessage(ctx.db, {
      ...relative,
      channel: relative.channel === 'voice' ? 'sms' : relative.channel,
      template: alert.status === 'ATTENDED' ? 'relative_attended' : 'relative_all_clear',
      params: { name, time: indianMinute(alert.timestamp), call_back: ctx.config.BRAND_PHONE },
      // An alert may be opened again, and end again.
      dedupe_key: `alert:${alert.id}:closed:${alert.closed_at!.getTime()}:${relative.to_phone}`,
      valid_seconds: 6 * 3600,
      alert_id: alert.id,
    })
  }
}
