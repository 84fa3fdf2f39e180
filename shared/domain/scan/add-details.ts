import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AddDetailsInput } from '../../contracts/scan.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import { fieldError } from '../../platform/domain-error.ts'
import { ago, hours } from '../../platform/database/moments-sql.ts'
import { addReport } from '../alerts/add-report.ts'
import { reportedPlace } from '../alerts/reported-place.ts'
import { reportNetwork } from '../alerts/report-network.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { claimFiles } from '../records/files/keep-file.ts'
import { countWrongLink } from '../records/links.ts'
import { addedBefore, checkAdditionLimits } from './added-before.ts'
import { isStatusToken } from './status-token.ts'

/**
 * Adds what a bystander sends after the report: a phone, a place in words, a location that came late. Each is kept as a
 * report of its own and nothing is written over (see `addReport`). An attended alert takes them too: the ambulance may
 * still be looking. So are a photo of the scene and the wish to be called, which is rejected while no number is known.
 *
 * A repetition adds nothing. Above the limits of its network or of the alert it is TOO_MANY_REQUESTS. False when the
 * link is unknown or older than a day.
 */
export async function addDetails({
  ctx,
  input,
}: VerbArgs<AddDetailsInput & { status_token: string; photo?: string }, Ctx>): Promise<boolean> {
  const addition = {
    first_respondent_phone: input.first_respondent_phone ?? null,
    ...reportedPlace(input),
    landmark: input.landmark || null,
    photo: input.photo ?? null,
    call_me: input.call_me ?? false,
  }
  const ip_hash = reportNetwork(ctx)
  const what = [
    input.first_respondent_phone && 'a phone number',
    input.landmark && 'a description of the place',
    addition.latitude !== null && 'a location',
    input.photo && 'a photo',
    input.call_me && 'the wish to be called',
  ].filter(Boolean)
  const known =
    isStatusToken(input.status_token) &&
    (await inTransaction(ctx, async ({ db }) => {
      // Bounded: the transaction that holds the alert would keep this connection from reports.
      await sql`select set_config('lock_timeout', ${'2s'}, true)`.execute(db)
      const alert = await db
        .selectFrom('alerts')
        .select(['id', 'coupon_id', 'first_respondent_phone', 'call_asked_at'])
        .where('status_token', '=', input.status_token)
        // A drill of the office has no sticker and no bystander.
        .where('coupon_id', 'is not', null)
        .$narrowType<{ coupon_id: number }>()
        .where('timestamp', '>', ago(hours(24)))
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!alert) return false
      if (what.length === 0) return true
      if (addition.call_me && !addition.first_respondent_phone && !alert.first_respondent_phone) {
        throw fieldError('first_respondent_phone', TEXTS.call_me_phone)
      }
      const before = await addedBefore(db, alert.id, { ...addition, ip_hash })
      if (before.known && !(addition.call_me && !alert.call_asked_at)) return true
      checkAdditionLimits(before)
      const { places_differ } = await addReport(db, alert.id, {
        scan_id: randomUUID(),
        coupon_id: alert.coupon_id,
        device_id: null,
        ip_hash,
        ...addition,
        seconds_ago: 0,
        added_later: true,
      })
      await claimFiles(db, [addition.photo])
      const detail = { what: what.join(' and '), ...(places_differ ? { places_differ } : {}) }
      await appendEvent(db, { alert_id: alert.id, kind: 'details', detail })
      return true
    }))
  if (!known) await countWrongLink(ctx)
  return known
}
