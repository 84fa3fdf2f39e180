import { sql } from 'kysely'
import { indianMinute } from '../../contracts/indian-time.ts'
import { relativesWaitText, type WaitRule } from '../../contracts/alert-rules.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { findWaitRule } from '../alerts/find-wait-rule.ts'
import { ownLinks } from '../alerts/own-links.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { describePlaceShortly } from '../places/describe-place.ts'
import { sendToSink } from '../synthetic/send-to-sink.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'
import { createMessage } from '../messages/create-message.ts'
import { addressOf, relativesOf } from '../subscribers/contacts/relatives-of.ts'

/** Relatives are not notified of an alert older than this: it would only frighten them. */
const VALID_SECONDS = 3600

/**
 * Writes one message for each relative of an alert's subscriber, once. Does nothing when they were notified, when the
 * alert is closed, while it waits to be verified by phone, or while a rule lets relatives wait for a first claim: then
 * card and timeline say so. Safe to run any number of times.
 */
export async function notifyRelatives({ ctx, input }: VerbArgs<{ alert_id: number }, Ctx>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { db } = tx
    const rule = await findWaitRule(db, input.alert_id)
    if (rule && (await letWait(db, input.alert_id, rule))) return
    const alert = await db
      .updateTable('alerts')
      .set({
        relatives_told_at: sql`now()`,
        relatives_wait_for: null,
        version: sql`version + 1`,
      })
      .where('id', '=', input.alert_id)
      .where('relatives_told_at', 'is', null)
      .where('status', '=', 'PENDING')
      .where((eb) => eb.or([eb('user_id', 'is not', null), eb('coupon_id', '=', SYNTHETIC_COUPON)]))
      .where((eb) => eb.or([eb('verify_by_phone', '=', false), eb('claimed_at', 'is not', null)]))
      .$if(rule !== null, (query) => query.where('first_claimed_at', 'is not', null))
      .returning(['id', 'user_id', 'coupon_id', 'timestamp', 'drill', 'latitude', 'longitude', 'accuracy'])
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
          place: describePlaceShortly(alert),
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

/** Notes the rule for which relatives wait. False when they do already, were notified, or need not any more. */
async function letWait(db: Tx, alert_id: number, rule: WaitRule): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ relatives_wait_for: rule, version: sql`version + 1` })
    .where('id', '=', alert_id)
    .where('status', '=', 'PENDING')
    .where('user_id', 'is not', null)
    .where('relatives_wait_for', 'is', null)
    .where('relatives_told_at', 'is', null)
    .where('first_claimed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // A server of the version before shows the words of a note.
  const detail = { relatives_wait: rule, note: `${relativesWaitText(rule)}.` }
  await appendEvent(db, { alert_id, kind: 'note', detail })
  return true
}
