import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import type { AddDetailsInput } from '../../contracts/scan.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { addReport } from '../alerts/add-report.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { countWrongLink } from '../dispatch/links.ts'
import { isStatusToken } from './status-token.ts'

/**
 * What a bystander adds after the report: a phone, a place in words, a location that came late. Each is kept as a
 * report of its own and nothing is written over (see `addReport`). An attended alert takes them too: the ambulance may
 * still be looking. False when the link is unknown or older than a day.
 */
export async function addDetails({
  ctx,
  input,
}: {
  ctx: Ctx
  input: AddDetailsInput & { status_token: string }
}): Promise<boolean> {
  const located = input.latitude != null && input.longitude != null
  const what = [
    input.first_respondent_phone && 'a phone number',
    input.landmark && 'a description of the place',
    located && 'a location',
  ].filter(Boolean)
  const known =
    isStatusToken(input.status_token) &&
    (await inTransaction(ctx, async ({ db }) => {
      // Not for long: a connection that reports need would wait here for whoever works on the alert.
      await sql`select set_config('lock_timeout', ${'2s'}, true)`.execute(db)
      const alert = await db
        .selectFrom('alerts')
        .select(['id', 'coupon_id'])
        .where('status_token', '=', input.status_token)
        // A drill of the office has no sticker and no bystander.
        .where('coupon_id', 'is not', null)
        .$narrowType<{ coupon_id: number }>()
        .where('timestamp', '>', sql<Date>`now() - interval '24 hours'`)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!alert) return false
      if (what.length === 0) return true
      const { places_differ } = await addReport(db, alert.id, {
        scan_id: randomUUID(),
        coupon_id: alert.coupon_id,
        device_id: null,
        ip_hash: null,
        first_respondent_phone: input.first_respondent_phone,
        latitude: located ? input.latitude! : null,
        longitude: located ? input.longitude! : null,
        accuracy: located && input.accuracy != null ? Math.max(input.accuracy, LIMITS.accuracy_floor) : null,
        landmark: input.landmark || null,
        seconds_ago: 0,
        added_later: true,
      })
      const detail = { what: what.join(' and '), ...(places_differ ? { places_differ } : {}) }
      await appendEvent(db, { alert_id: alert.id, kind: 'details', detail })
      return true
    }))
  if (!known) await countWrongLink(ctx)
  return known
}
