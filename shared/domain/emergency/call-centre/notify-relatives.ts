import { sql } from 'kysely'
import { indianMinute } from '../../../contracts/indian-time.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../../platform/context.ts'
import { ownLinks } from '../alerts/own-links.ts'
import { appendEvent } from '../events/append-event.ts'
import { describePlaceShortly } from '../../ground/places/describe-place.ts'
import { sendToSink } from '../../ground/synthetic/send-to-sink.ts'
import { SYNTHETIC_COUPON } from '../../ground/synthetic/synthetic-coupon.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { addressOf, relativesOf } from '../../subscribers/contacts/relatives-of.ts'

/** Relatives are not notified of an alert older than this: it would only frighten them. */
const VALID_SECONDS = 3600

/**
 * Writes one message for each relative of an alert's subscriber, once. Does nothing when they were notified, when the
 * alert is closed, or while it waits to be verified by phone. Safe to run any number of times.
 */
export async function notifyRelatives({ ctx, input }: VerbArgs<{ alert_id: number }, Ctx>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { db } = tx
    const alert = await db
      .updateTable('alerts')
      .set({
        relatives_told_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', input.alert_id)
      .where('relatives_told_at', 'is', null)
      .where('status', '=', 'PENDING')
      .where((eb) => eb.or([eb('user_id', 'is not', null), eb('coupon_id', '=', SYNTHETIC_COUPON)]))
      .where((eb) => eb.or([eb('verify_by_phone', '=', false), eb('claimed_at', 'is not', null)]))
      .returning(['id', 'user_id', 'coupon_id', 'timestamp', 'drill', 'latitude', 'longitude'])
      .executeTakeFirst()
    if (alert?.coupon_id === SYNTHETIC_COUPON) return sendToSink(db, alert.id)
    if (!alert || alert.drill) return
    const { name, relatives } = await relativesOf(db, alert.user_id!)
    const linkOf = await ownLinks(tx, alert.id)
    for (const relative of relatives) {
      const { url, first } = linkOf(relative.phone)
      await createMessage(db, {
        ...addressOf(relative),
        template: 'relative_alert',
        params: {
          name,
          place: describePlaceShortly(alert.latitude, alert.longitude),
          time: indianMinute(alert.timestamp),
          url,
          call_back: ctx.config.BRAND_PHONE,
        },
        dedupe_key: `alert:${alert.id}:relative_alert:${relative.phone}`,
        valid_seconds: VALID_SECONDS,
        alert_id: alert.id,
        ...first,
      })
    }
    await appendEvent(db, { alert_id: alert.id, kind: 'told', detail: { count: relatives.length } })
  })
}
