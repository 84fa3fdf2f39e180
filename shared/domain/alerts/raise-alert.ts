import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CODE_LENGTH, isToken, normaliseCode } from '../../contracts/codes.ts'
import { ALERT_RULES } from '../../contracts/alert-rules.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { RaiseAlertInput, RaiseAlertOutput } from '../../contracts/scan.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import { isLockTimeout, isUniqueViolation, type Tx } from '../../platform/database/database.ts'
import { randomCode } from '../../platform/secrets.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'
import { insertAudit } from '../audit/write-audit.ts'
import { enqueue, insertOutbox, wakeRelay } from '../outbox/enqueue.ts'
import { addReport, type ReportedAlert } from './add-report.ts'
import { appendEvent } from './append-event.ts'
import { lockPendingAlert } from './lock-pending-alert.ts'
import { reportedPlace, usablePlace } from './reported-place.ts'
import { reportNetwork } from './report-network.ts'
import { todayInIndia } from '../../platform/database/india-sql.ts'
import { ago, minutes, seconds, within } from '../../platform/database/moments-sql.ts'

/** Longer than a report that holds the coupon may wait for its alert (`lockPendingAlert`). */
const COUPON_WAIT = '2s'

/**
 * `joined`: the press became another report of an alert that was open already. `repeated`: it had arrived before; what it
 * says now is not noted.
 */
export type RaisedAlert = RaiseAlertOutput & { outcome: 'raised' | 'joined' | 'repeated'; status_token: string }

/** `another_site`: pressed by a page of another site. The report is taken all the same; relatives wait for a claim. */
export type Press = RaiseAlertInput & { another_site?: boolean }

/**
 * Accepts one press of the button and returns when the alert is committed. Null when no sticker has this token.
 *
 * The same `scan_id` again returns the same alert. Another report on a sticker joins its PENDING alert, but no drill
 * and no closed alert: it may be another accident. Over a limit, unregistered or expired, the alert is kept and marked,
 * never dropped. A transaction that holds the open alert or the sticker does not hold a report up: then it becomes an
 * alert of its own (decision 004).
 */
export async function raiseAlert({
  ctx,
  input,
}: VerbArgs<Press & { token: string }, Ctx>): Promise<RaisedAlert | null> {
  const token = normaliseCode(input.token)
  if (!isToken(token)) return null
  return raiseOnce(ctx, token, input, true)
}

/** Raises or joins in one transaction. `in_turn`: after the other reports on this sticker, which it then sees. */
async function raiseOnce(ctx: Ctx, token: string, input: Press, in_turn: boolean): Promise<RaisedAlert | null> {
  try {
    return await inTransaction(ctx, ({ db }) => raise(db, ctx, token, input, in_turn))
  } catch (error) {
    if (in_turn && isLockTimeout(error)) return raiseOnce(ctx, token, input, false)
    if (!isUniqueViolation(error, 'alert_reports_pkey')) throw error
    // Out of turn the same report may have come twice at once. An id that was used on another sticker is not this
    // report's: it gets one of its own.
    const { rows } = await sql`select from alert_reports r join coupons c on c.id = r.coupon_id
      where r.scan_id = ${input.scan_id} and c.token = ${token}`.execute(ctx.db)
    return raiseOnce(ctx, token, rows.length > 0 ? input : { ...input, scan_id: randomUUID() }, in_turn)
  }
}

interface Outcome {
  coupon_id: number
  /** The alert this very report has raised or joined already. */
  earlier_alert_id: number | null
  /** The alert of another report that this one joins. */
  open_alert_id: number | null
  /** The new alert, when there is neither. */
  raised_id: number | null
  /** This source reports more than one bystander would. */
  over_limit: boolean
}

async function raise(db: Tx, ctx: Ctx, token: string, input: Press, in_turn: boolean): Promise<RaisedAlert | null> {
  if (in_turn && !(await lockCoupon(db, token))) return null
  const ip_hash = reportNetwork(ctx)
  const { another_site = false } = input
  const device_id = input.device_id ?? null
  // As long as a scan token (79 bits): the message to the relatives stays one SMS.
  const status_token = randomCode(CODE_LENGTH.token)
  let beside: number | null = null
  for (;;) {
    const source = { ip_hash, device_id, another_site, status_token, beside }
    const found = await raiseOrFind(db, token, input, source)
    if (!found) return null
    const { coupon_id, earlier_alert_id, open_alert_id, raised_id, over_limit } = found
    if (raised_id !== null) {
      const detail = { ...delayOf(input), ...(beside === null ? {} : { beside }) }
      await appendEvent(db, { alert_id: raised_id, kind: 'raised', detail })
      return answerFor({ id: raised_id, status: 'PENDING', status_token }, 'raised')
    }
    if (earlier_alert_id !== null) return answerFor(await findAlert(db, earlier_alert_id), 'repeated')
    const lock = await lockPendingAlert(db, open_alert_id!)
    // An alert that was closed meanwhile is not found again.
    if (lock === 'closed') continue
    if (lock === 'busy') {
      beside = open_alert_id
      continue
    }
    const { scan_id, language = null } = input
    const source_of = { coupon_id, device_id, ip_hash, another_site }
    const report = { ...reportOf(input), scan_id, language, ...source_of, seconds_ago: secondsAgo(input) }
    const confirmed = !over_limit && !another_site && (await confirmAlert(db, open_alert_id!, ip_hash, scan_id))
    const alert = await addReport(db, open_alert_id!, report)
    const detail = {
      ...delayOf(input),
      ...(confirmed ? { confirmed } : {}),
      ...(alert.places_differ ? { places_differ: true } : {}),
    }
    await appendEvent(db, { alert_id: open_alert_id!, kind: 'joined', detail })
    return answerFor(alert, 'joined')
  }
}

/**
 * Locks the coupon, so that the second report on a sticker sees the first one's alert. False when no coupon has the
 * token. A statement of its own: the statement that waits still reads the state before its wait.
 */
async function lockCoupon(db: Tx, token: string): Promise<boolean> {
  const { rows } = await sql`
    with patience as materialized (select set_config('lock_timeout', ${COUPON_WAIT}, true))
    select 1 from patience, coupons c where c.token = ${token} for no key update of c`.execute(db)
  return rows.length > 0
}

interface Source {
  ip_hash: Buffer | null
  device_id: string | null
  another_site: boolean
  status_token: string
  /** The open alert that could not be locked in time: the new one stands beside it. */
  beside: number | null
}

/**
 * Raises the alert or finds the one to join, in one statement: each more is a round trip for which every console waits.
 * Undefined without a sticker.
 */
async function raiseOrFind(db: Tx, token: string, input: RaiseAlertInput, source: Source) {
  const { ip_hash, device_id, another_site, status_token, beside } = source
  const reported = reportOf(input)
  const place = usablePlace(reported)
  const found = await sql<Outcome>`
    with sticker as (
      select c.id as coupon_id, c.user_id, c.id = ${SYNTHETIC_COUPON} as synthetic,
        coalesce(p.ending_date < ${todayInIndia}, false) as expired,
        (select alert_id from alert_reports where scan_id = ${input.scan_id} and coupon_id = c.id) as earlier_alert_id,
        (select id from alerts where coupon_id = c.id and not drill and status = 'PENDING'
          and ${beside}::bigint is null order by id desc limit 1) as open_alert_id,
        -- Of a sticker's last alert only: each older one would be a page to read.
        (select case when status = 'ATTENDED' and ${within('closed_at', minutes(LIMITS.follows_minutes))}
            then id end
          from alerts where coupon_id = c.id and not drill order by id desc limit 1) as follows_id,
        -- By device, or network and device together: an address alone is shared by thousands behind a carrier.
        c.id <> ${SYNTHETIC_COUPON} and (
          (select count(distinct a.id) filter (where earth_distance(ll_to_earth(a.latitude, a.longitude),
                ll_to_earth(${place.latitude}::float8, ${place.longitude}::float8))
              > greatest(${LIMITS.incident_metres}, coalesce(a.accuracy, 0) + coalesce(${place.accuracy}::float8, 0)))
              >= ${ALERT_RULES.device_apart.limit}
            or count(distinct a.id) >= ${ALERT_RULES.device_anywhere.limit}
            from alert_reports r join alerts a on a.id = r.alert_id where r.device_id = ${device_id}
            and ${within('r.created_at', minutes(ALERT_RULES.device_apart.minutes))} and not r.added_later)
        or (select count(*) from alert_reports where coupon_id = c.id
            and ${within('created_at', minutes(ALERT_RULES.source_on_sticker.minutes))}
            and ip_hash is not distinct from ${ip_hash} and device_id is not distinct from ${device_id}::uuid
            and not added_later) >= ${ALERT_RULES.source_on_sticker.limit}) as over_limit
      from coupons c left join subscriber_profiles p on p.user_id = c.user_id where c.token = ${token}
    ), alert as (
      insert into alerts (coupon_id, user_id, latitude, longitude, accuracy, landmark, first_respondent_phone,
        status_token, verify_by_phone, unregistered, expired, drill, follows_id)
      select coupon_id, user_id, ${place.latitude}, ${place.longitude}, ${place.accuracy}, ${reported.landmark},
        ${reported.first_respondent_phone}, ${status_token}, over_limit, user_id is null and not synthetic, expired,
        synthetic, follows_id
      from sticker where earlier_alert_id is null and open_alert_id is null
      returning id, coupon_id, verify_by_phone, unregistered
    ), report as (
      insert into alert_reports (scan_id, alert_id, coupon_id, device_id, ip_hash, another_site, first_respondent_phone,
        latitude, longitude, accuracy, landmark, language, pressed_at)
      select ${input.scan_id}, id, coupon_id, ${device_id}, ${ip_hash}, ${another_site}, ${reported.first_respondent_phone},
        ${reported.latitude}, ${reported.longitude}, ${reported.accuracy}, ${reported.landmark},
        ${input.language ?? null}, ${ago(seconds(sql`${secondsAgo(input)}`))} from alert
    ), job as (
      ${insertOutbox(
        'tell-relatives',
        sql`select 'tell-relatives-' || id as job_id, jsonb_build_object('alert_id', id) as payload from alert
          where not verify_by_phone and not unregistered`,
      )}
    ), audit as (
      ${insertAudit(
        { actor: null, ip: null },
        { action: 'alert.raised', subject: 'alert', subject_id: sql`id` },
        sql`from alert where coupon_id <> ${SYNTHETIC_COUPON}`,
      )}
    )
    select coupon_id, earlier_alert_id, open_alert_id, over_limit, (select id from alert) as raised_id,
      -- What follows waits for the counter, which nobody holds for longer than a commit.
      set_config('lock_timeout', '0', true), ${wakeRelay}
    from sticker`.execute(db)
  return found.rows[0]
}

const reportOf = (input: RaiseAlertInput) => ({
  ...reportedPlace(input),
  landmark: input.landmark || null,
  first_respondent_phone: input.first_respondent_phone,
})

const secondsAgo = (input: RaiseAlertInput): number => (input.pressed_ms_ago ?? 0) / 1000

/**
 * A marked alert that a source within its limits reports from another network is real: it loses the mark, rings and
 * escalates from now, and its relatives are notified. Where only relatives wait, the worker asks again whether they do
 * (`findWaitRule`). Returns whether it was marked.
 */
async function confirmAlert(db: Tx, alert_id: number, ip_hash: Buffer | null, scan_id: string): Promise<boolean> {
  const { rows } = await sql<{ marked: boolean; notify: boolean }>`
    update alerts a set verify_by_phone = false, version = version + 1,
      waiting_since = case when verify_by_phone then now() else waiting_since end,
      escalation_level = case when verify_by_phone then 0 else escalation_level end
    where id = ${alert_id} and (verify_by_phone or relatives_wait_for is not null) and not exists (
      select from alert_reports where alert_id = a.id and not added_later and ip_hash is not distinct from ${ip_hash})
    returning waiting_since = now() as marked, not unregistered and relatives_told_at is null as notify`.execute(db)
  if (rows[0]?.notify) await enqueue(db, 'tell-relatives', { alert_id }, `tell-relatives-${alert_id}-${scan_id}`)
  return rows[0]?.marked ?? false
}

const delayOf = (input: RaiseAlertInput) =>
  input.pressed_ms_ago && input.pressed_ms_ago > 5_000
    ? { waited_seconds: Math.round(input.pressed_ms_ago / 1000) }
    : {}

const findAlert = (db: Tx, id: number) =>
  db.selectFrom('alerts').select(['id', 'status', 'status_token']).where('id', '=', id).executeTakeFirstOrThrow()

const answerFor = (
  { id, status, status_token }: Pick<ReportedAlert, 'id' | 'status' | 'status_token'>,
  outcome: RaisedAlert['outcome'],
): RaisedAlert => ({ id, status, status_url: `/a/${status_token}`, outcome, status_token })
