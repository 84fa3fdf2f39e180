import { sql } from 'kysely'
import { clockTime } from '../../../contracts/message-templates.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { appendEvent } from '../events/append-event.ts'
import { newLinkToken } from '../../ground/links/links.ts'
import { sendToSink } from '../../ground/synthetic/send-to-sink.ts'
import { SYNTHETIC_COUPON } from '../../ground/synthetic/synthetic-sticker.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { relativesOf } from '../../subscribers/contacts/relatives-of.ts'

/** Telling relatives about an alert that is this old would only frighten them. */
const VALID_SECONDS = 3600

/**
 * Notes one message for each relative of an alert's subscriber, once. Does nothing when they were told, when the alert
 * is closed, or while it waits to be verified by phone. Safe to run any number of times.
 */
export async function notifyRelatives({ ctx, input }: { ctx: Ctx; input: { alert_id: number } }): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const alert = await db
      .updateTable('alerts')
      .set({
        relatives_told_at: sql`now()`,
        track_token: sql`coalesce(track_token, ${newLinkToken()})`,
        version: sql`version + 1`,
      })
      .where('id', '=', input.alert_id)
      .where('relatives_told_at', 'is', null)
      .where('status', '=', 'PENDING')
      .where((eb) => eb.or([eb('user_id', 'is not', null), eb('coupon_id', '=', SYNTHETIC_COUPON)]))
      .where((eb) => eb.or([eb('verify_by_phone', '=', false), eb('claimed_at', 'is not', null)]))
      .returning(['id', 'user_id', 'coupon_id', 'timestamp', 'track_token', 'drill'])
      .executeTakeFirst()
    if (alert?.coupon_id === SYNTHETIC_COUPON) return sendToSink(db, alert.id)
    if (!alert || alert.drill) return
    const { name, relatives } = await relativesOf(db, alert.user_id!)
    for (const relative of relatives) {
      await createMessage(db, {
        template: 'relative_alert',
        to_phone: relative.phone,
        params: {
          name,
          time: clockTime(alert.timestamp),
          url: `${ctx.config.PUBLIC_URL}/t/${alert.track_token}`,
          call_back: ctx.config.BRAND_PHONE,
        },
        dedupe_key: `alert:${alert.id}:relative_alert:${relative.phone}`,
        valid_seconds: VALID_SECONDS,
        alert_id: alert.id,
        recipient_name: relative.name,
        recipient_relation: relative.relation,
      })
    }
    await appendEvent(db, { alert_id: alert.id, kind: 'told', detail: { count: relatives.length } })
  })
}
