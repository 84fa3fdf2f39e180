import { sql, type SqlBool } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import type { AlertCard } from '../../contracts/alerts.ts'
import { type DispatchState, isActive } from '../../contracts/dispatch-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { describePlace } from '../places/describe-place.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'
import { holderDeadline, ownerDeadline } from './owner-deadlines.ts'

/** The query behind every card: list, snapshot, answer of a command. Without synthetic alerts. */
export const alertCards = (db: Db) =>
  allCards(db).where(sql<SqlBool>`a.coupon_id is distinct from ${sql.lit(SYNTHETIC_COUPON)}`)

/**
 * The same with synthetic alerts, which only their own socket shows. What belongs to a card is looked up by its key,
 * card by card: PostgreSQL would plan a join for a third of all alerts, and read all users for each new one.
 */
export function allCards(db: Db) {
  return db.selectFrom('alerts as a').select([
    'a.id',
    'a.version',
    'a.status',
    'a.timestamp',
    'a.latitude',
    'a.longitude',
    'a.accuracy',
    'a.landmark',
    'a.description',
    'a.first_respondent_phone',
    'a.report_count',
    'a.call_asked_at',
    sql<AlertCard['language']>`(select language from alert_reports where alert_id = a.id and language is not null
      order by created_at desc limit 1)`.as('language'),
    'a.places_differ',
    'a.incident_id',
    'a.follows_id',
    'a.verify_by_phone',
    sql<string | null>`case when a.status = 'PENDING' and a.relatives_told_at is null and a.first_claimed_at is null
      then a.relatives_wait_for end`.as('relatives_wait_for'),
    'a.unregistered',
    'a.expired',
    'a.drill',
    'a.claimed_at',
    'a.waiting_since',
    'a.closed_at',
    'a.escalation_level',
    // Only a drill has no sticker.
    sql<string>`coalesce((select serial_number from coupons where id = a.coupon_id), 'DRILL')`.as('serial_number'),
    sql<AlertCard['user']>`(
        select json_build_object('id', id, 'first_name', first_name, 'last_name', last_name, 'phone_number', phone_number)
        from users where id = a.user_id)`.as('user'),
    person('a.claimed_by').as('claimed_by'),
    ownerDeadline.as('owner_deadline'),
    holderDeadline.as('holder_deadline'),
    sql<string | null>`case when a.status = 'PENDING' and a.claimed_by is null and a.first_claimed_at is not null then (
        select detail->>'reason' from alert_events where alert_id = a.id and kind = 'released'
        order by seq desc limit 1) end`.as('given_back'),
    person('a.attending_staff_id').as('attending_staff'),
    // The last one: an alert has at most one that is out, and no other is sent before its end.
    sql<LastDispatch | null>`(
        select json_build_object('id', d.id, 'state', d.state, 'declined', d.declined, 'vehicle_number', v.vehicle_number,
          'outside_provider', d.outside_provider, 'eta_minutes', d.eta_minutes,
          'since', greatest(d.assigned_at, d.accepted_at, d.en_route_at, d.at_scene_at, d.transporting_at,
            d.at_hospital_at, d.done_at, d.cancelled_at),
          'arrives_at', case when d.state in ('ASSIGNED', 'ACCEPTED', 'EN_ROUTE') then
            coalesce(d.en_route_at, d.accepted_at, d.assigned_at) + make_interval(mins => d.eta_minutes) end)
        from dispatches d left join ambulances v on v.id = d.ambulance_id
        where d.alert_id = a.id order by d.id desc limit 1)`.as('last_dispatch'),
  ])
}

interface LastDispatch {
  id: number
  state: DispatchState
  declined: boolean
  vehicle_number: string | null
  outside_provider: string | null
  eta_minutes: number | null
  since: string
  arrives_at: string | null
}

const iso = (at: string): string => new Date(at).toISOString()

/** The ambulance that is out, or how the last one ended. */
function dispatchOf(last: LastDispatch | null): Pick<AlertCard, 'dispatch' | 'dispatch_end'> {
  if (!last) return { dispatch: null, dispatch_end: null }
  const { id, state, vehicle_number, outside_provider, eta_minutes, arrives_at } = last
  const since = iso(last.since)
  if (isActive(state)) {
    const dispatch = {
      id,
      state,
      vehicle_number,
      outside_provider,
      eta_minutes,
      since,
      arrives_at: arrives_at && iso(arrives_at),
    }
    return { dispatch, dispatch_end: null }
  }
  const outcome = state === 'DONE' ? 'done' : last.declined ? 'declined' : null
  const name = vehicle_number ?? outside_provider ?? 'The ambulance'
  return { dispatch: null, dispatch_end: outcome && { outcome, name, at: since } }
}

const person = (column: string) =>
  sql<AlertCard['claimed_by']>`(
    select json_build_object('id', id, 'name', trim(first_name || ' ' || last_name), 'phone_number', phone_number)
    from users where id = ${sql.ref(column)})`

type CardRow = Awaited<ReturnType<ReturnType<typeof alertCards>['execute']>>[number]

/** The card that consoles and lists get, from a row of `alertCards`. */
export function toAlertCard(row: CardRow): AlertCard {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    timestamp: row.timestamp.toISOString(),
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    place: describePlace(row),
    landmark: row.landmark,
    description: row.description,
    first_respondent_phone: row.first_respondent_phone,
    language: row.language,
    report_count: row.report_count,
    call_asked_at: row.call_asked_at?.toISOString() ?? null,
    places_differ: row.places_differ,
    incident_id: row.incident_id,
    follows_id: row.follows_id,
    verify_by_phone: row.verify_by_phone,
    relatives_wait_for: row.relatives_wait_for,
    unregistered: row.unregistered,
    expired: row.expired,
    drill: row.drill,
    serial_number: row.serial_number,
    claimed_by: row.claimed_by,
    claimed_at: row.claimed_at?.toISOString() ?? null,
    waiting_since: row.waiting_since.toISOString(),
    owner_deadline: row.owner_deadline?.toISOString() ?? null,
    holder_deadline: row.holder_deadline?.toISOString() ?? null,
    given_back: row.given_back,
    attending_staff: row.attending_staff,
    closed_at: row.closed_at?.toISOString() ?? null,
    escalation_level: row.escalation_level,
    ...dispatchOf(row.last_dispatch),
    user: row.user,
  }
}

/** One card by id, or null. */
export async function findAlertCard(db: Db, id: number): Promise<AlertCard | null> {
  const row = await alertCards(db).where('a.id', '=', id).executeTakeFirst()
  return row ? toAlertCard(row) : null
}

/** The open alerts (the newest thousand), oldest first, with the cursor of the moment they were read. */
export async function openAlerts(db: Db): Promise<{ seq: number; alerts: AlertCard[] }> {
  // Both of one moment: with an older cursor the newest alerts would be sent a second time.
  const reads = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reads.execute(async (trx) => {
    const counter = await trx.selectFrom('live_counter').select('n').executeTakeFirstOrThrow()
    const rows = await alertCards(trx)
      .where(sql<SqlBool>`a.status = 'PENDING'`)
      .orderBy('a.id', 'desc')
      .limit(LIMITS.snapshot_alerts)
      .execute()
    return { seq: counter.n, alerts: rows.toReversed().map(toAlertCard) }
  })
}

/**
 * The card as its subscriber reads it: without the number of the bystander, why a colleague lost it or relatives wait, and
 * other people's alerts.
 */
export const asSubscriber = (card: AlertCard): AlertCard => ({
  ...card,
  first_respondent_phone: null,
  given_back: null,
  relatives_wait_for: null,
  incident_id: null,
})
