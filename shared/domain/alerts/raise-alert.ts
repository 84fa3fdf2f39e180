import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CODE_LENGTH, isToken, normaliseCode } from '../../contracts/codes.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { RaiseAlertInput, RaiseAlertOutput } from '../../contracts/scan.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { requestId } from '../../platform/correlation.ts'
import { isUniqueViolation, type Tx } from '../../platform/database.ts'
import { networkOf } from '../../platform/network-of.ts'
import { hmac, randomCode } from '../../platform/secrets.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-sticker.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { addReport } from './add-report.ts'
import { appendEvent } from './append-event.ts'

/** `joined`: the press became another report of an alert that was open already. */
export type RaisedAlert = RaiseAlertOutput & { joined: boolean }

/**
 * Accepts one press of the button. When this returns, the alert is committed. The same `scan_id` again returns the
 * same alert; another report on a sticker joins its alert that is PENDING (a closed one is not joined: the new report may
 * be another accident; nor is a drill). Over a limit, unregistered or expired the alert is kept and marked, never
 * dropped. Null when no sticker has this token.
 */
export async function raiseAlert({
  ctx,
  input,
}: {
  ctx: Ctx
  input: RaiseAlertInput & { token: string }
}): Promise<RaisedAlert | null> {
  const token = normaliseCode(input.token)
  if (!isToken(token)) return null
  try {
    return await inTransaction(ctx, ({ db }) => raise(db, ctx, token, input))
  } catch (error) {
    if (!isUniqueViolation(error, 'alert_reports_pkey')) throw error
    // A scan_id that was used on another sticker is not this press: it gets one of its own rather than a refusal.
    return inTransaction(ctx, ({ db }) => raise(db, ctx, token, { ...input, scan_id: randomUUID() }))
  }
}

interface Outcome {
  coupon_id: number
  /** The alert this very press has raised or joined already. */
  earlier_alert_id: number | null
  /** The alert of another press that this one joins. */
  open_alert_id: number | null
  /** The new alert, when there is neither. */
  raised_id: number | null
  /** This source reports more than one bystander would. */
  over_limit: boolean
}

async function raise(db: Tx, ctx: Ctx, token: string, input: RaiseAlertInput): Promise<RaisedAlert | null> {
  const ip_hash = ctx.ip ? hmac(ctx.config, 'report-ip', networkOf(ctx.ip)) : null
  const device_id = input.device_id ?? null
  const place = placeOf(input)
  // As long as a scan token (79 bits): the message to the relatives stays one SMS.
  const status_token = randomCode(CODE_LENGTH.token)
  // Two presses on one sticker wait for each other here, so that the second sees the first one's alert. The lock must
  // be its own statement: what is read in the statement that waits would still be the state before the wait.
  const locked = await sql`select 1 from coupons where token = ${token} for no key update`.execute(db)
  if (locked.rows.length === 0) return null
  // All the rest in one statement: each one more is a round trip for which every screen waits.
  const found = await sql<Outcome>`
    with sticker as (
      select c.id as coupon_id, c.user_id, c.id = ${SYNTHETIC_COUPON} as synthetic,
        coalesce(p.ending_date < (now() at time zone 'Asia/Kolkata')::date, false) as expired,
        (select alert_id from alert_reports where scan_id = ${input.scan_id} and coupon_id = c.id) as earlier_alert_id,
        (select id from alerts where coupon_id = c.id and not drill and status = 'PENDING' order by id desc limit 1)
          as open_alert_id,
        (select id from alerts where coupon_id = c.id and not drill and status = 'ATTENDED'
          and closed_at > now() - make_interval(mins => ${LIMITS.follows_minutes}) order by id desc limit 1)
          as follows_id,
        -- By device, or network and device together: an address alone is shared by thousands behind a carrier.
        c.id <> ${SYNTHETIC_COUPON} and (
          (select count(distinct alert_id) from alert_reports where device_id = ${device_id}
            and created_at > now() - interval '10 minutes' and not added_later) >= ${LIMITS.alert_per_device_10_min}
        or (select count(*) from alert_reports where coupon_id = c.id and created_at > now() - interval '1 hour'
            and ip_hash is not distinct from ${ip_hash} and device_id is not distinct from ${device_id}::uuid
            and not added_later) >= ${LIMITS.reports_per_source_hour}) as over_limit
      from coupons c left join subscriber_profiles p on p.user_id = c.user_id where c.token = ${token}
    ), alert as (
      insert into alerts (coupon_id, user_id, latitude, longitude, accuracy, landmark, first_respondent_phone,
        status_token, verify_by_phone, unregistered, expired, drill, follows_id)
      select coupon_id, user_id, ${place.latitude}, ${place.longitude}, ${place.accuracy}, ${place.landmark},
        ${place.first_respondent_phone}, ${status_token}, over_limit, user_id is null and not synthetic, expired,
        synthetic, follows_id
      from sticker where earlier_alert_id is null and open_alert_id is null
      returning id, coupon_id, verify_by_phone, unregistered
    ), report as (
      insert into alert_reports (scan_id, alert_id, coupon_id, device_id, ip_hash, first_respondent_phone, latitude,
        longitude, accuracy, landmark, pressed_at)
      select ${input.scan_id}, id, coupon_id, ${device_id}, ${ip_hash}, ${place.first_respondent_phone},
        ${place.latitude}, ${place.longitude}, ${place.accuracy}, ${place.landmark},
        now() - make_interval(secs => ${secondsAgo(input)}) from alert
    ), job as (
      insert into outbox (job, job_id, payload, request_id)
      select 'tell-relatives', 'tell-relatives-' || id, jsonb_build_object('alert_id', id), ${requestId()}::text from alert
      where not verify_by_phone and not unregistered
    ), audit as (
      insert into audit_log (action, subject, subject_id) select 'alert.raised', 'alert', id from alert
      where coupon_id <> ${SYNTHETIC_COUPON}
    )
    select coupon_id, earlier_alert_id, open_alert_id, over_limit, (select id from alert) as raised_id
    from sticker`.execute(db)
  const { coupon_id, earlier_alert_id, open_alert_id, raised_id, over_limit } = found.rows[0]!
  if (raised_id !== null) {
    // Its notification also wakes the relay: one wake-up per alert.
    await appendEvent(db, { alert_id: raised_id, kind: 'raised', detail: delayOf(input) })
    return { id: raised_id, status: 'PENDING', status_url: `/a/${status_token}`, joined: false }
  }
  if (earlier_alert_id !== null) return answer(db, earlier_alert_id, true)
  const report = { ...place, scan_id: input.scan_id, coupon_id, device_id, ip_hash, seconds_ago: secondsAgo(input) }
  const confirmed = !over_limit && (await confirmAlert(db, open_alert_id!, ip_hash))
  const { places_differ } = await addReport(db, open_alert_id!, report)
  const detail = { ...delayOf(input), ...(confirmed ? { confirmed } : {}), ...(places_differ ? { places_differ } : {}) }
  await appendEvent(db, { alert_id: open_alert_id!, kind: 'joined', detail })
  return answer(db, open_alert_id!, true)
}

function placeOf(input: RaiseAlertInput) {
  const located = input.latitude != null && input.longitude != null
  return {
    latitude: located ? input.latitude! : null,
    longitude: located ? input.longitude! : null,
    accuracy: located && input.accuracy != null ? Math.max(input.accuracy, LIMITS.accuracy_floor) : null,
    landmark: input.landmark || null,
    first_respondent_phone: input.first_respondent_phone,
  }
}

const secondsAgo = (input: RaiseAlertInput): number => (input.pressed_ms_ago ?? 0) / 1000

/**
 * A marked alert that a source within its limits reports from another network is real: it loses the mark, rings and
 * climbs from now, and its relatives are notified. Returns whether it was marked.
 */
async function confirmAlert(db: Tx, alert_id: number, ip_hash: Buffer | null): Promise<boolean> {
  const { rows } = await sql<{ notify: boolean }>`
    update alerts a set verify_by_phone = false, waiting_since = now(), escalation_level = 0, version = version + 1
    where id = ${alert_id} and verify_by_phone and claimed_by is null and not exists (
      select from alert_reports where alert_id = a.id and ip_hash is not distinct from ${ip_hash})
    returning not unregistered and relatives_told_at is null as notify`.execute(db)
  if (rows[0]?.notify) await enqueue(db, 'tell-relatives', { alert_id }, `tell-relatives-${alert_id}`)
  return rows.length > 0
}

const delayOf = (input: RaiseAlertInput) =>
  input.pressed_ms_ago && input.pressed_ms_ago > 5_000
    ? { waited_seconds: Math.round(input.pressed_ms_ago / 1000) }
    : {}

async function answer(db: Ctx['db'], alert_id: number, joined: boolean): Promise<RaisedAlert> {
  const alert = await db
    .selectFrom('alerts')
    .select(['id', 'status', 'status_token'])
    .where('id', '=', alert_id)
    .executeTakeFirstOrThrow()
  return { id: alert.id, status: alert.status, status_url: `/a/${alert.status_token}`, joined }
}
