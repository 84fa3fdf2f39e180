import { sql, type SqlBool } from 'kysely'
import type { AlertCard } from '../../../contracts/alerts.ts'
import type { DispatchSummary } from '../../../contracts/dispatch.ts'
import type { Db } from '../../../platform/database.ts'
import { SYNTHETIC_COUPON } from '../../ground/synthetic/synthetic-sticker.ts'
import { active } from './active-dispatch.ts'
import { ownerDeadline } from './owner-deadlines.ts'

/** The query behind every card of a person: list, snapshot, answer of a command. One shape, one place. */
export const alertCards = (db: Db) =>
  allCards(db).where(sql<SqlBool>`a.coupon_id is distinct from ${sql.lit(SYNTHETIC_COUPON)}`)

/**
 * The same with synthetic alerts, which only their own socket shows. What belongs to a card is looked up by its key, one
 * card after the other: a join is planned for a third of all alerts, and then goes through all people for each new one.
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
    'a.places_differ',
    'a.follows_id',
    'a.verify_by_phone',
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
    sql<string | null>`case when a.status = 'PENDING' and a.claimed_by is null and a.first_claimed_at is not null then (
        select detail->>'reason' from alert_events where alert_id = a.id and kind = 'released'
        order by seq desc limit 1) end`.as('given_back'),
    person('a.attending_staff_id').as('attending_staff'),
    sql<DispatchSummary | null>`(
        select json_build_object('state', d.state, 'vehicle_number', v.vehicle_number,
          'outside_provider', d.outside_provider, 'eta_minutes', d.eta_minutes)
        from dispatches d left join ambulances v on v.id = d.ambulance_id where d.alert_id = a.id and ${active})`.as(
      'dispatch',
    ),
  ])
}

const person = (column: string) =>
  sql<AlertCard['claimed_by']>`(
    select json_build_object('id', id, 'name', trim(first_name || ' ' || last_name), 'phone_number', phone_number)
    from users where id = ${sql.ref(column)})`

type CardRow = Awaited<ReturnType<ReturnType<typeof alertCards>['execute']>>[number]

export function toAlertCard(row: CardRow): AlertCard {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    timestamp: row.timestamp.toISOString(),
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    landmark: row.landmark,
    description: row.description,
    first_respondent_phone: row.first_respondent_phone,
    report_count: row.report_count,
    places_differ: row.places_differ,
    follows_id: row.follows_id,
    verify_by_phone: row.verify_by_phone,
    unregistered: row.unregistered,
    expired: row.expired,
    drill: row.drill,
    serial_number: row.serial_number,
    claimed_by: row.claimed_by,
    claimed_at: row.claimed_at?.toISOString() ?? null,
    waiting_since: row.waiting_since.toISOString(),
    owner_deadline: row.owner_deadline?.toISOString() ?? null,
    given_back: row.given_back,
    attending_staff: row.attending_staff,
    closed_at: row.closed_at?.toISOString() ?? null,
    escalation_level: row.escalation_level,
    dispatch: row.dispatch,
    user: row.user,
  }
}

/** One card by id, or null. */
export async function findAlertCard(db: Db, id: number): Promise<AlertCard | null> {
  const row = await alertCards(db).where('a.id', '=', id).executeTakeFirst()
  return row ? toAlertCard(row) : null
}

/** A snapshot stays well below what a slow screen may have waiting; beyond it the list, page by page, has them all. */
const MOST_IN_SNAPSHOT = 1_000

/** The alerts nobody has closed yet (the newest thousand), oldest first, with the cursor of the moment they were read. */
export async function openAlerts(db: Db): Promise<{ seq: number; alerts: AlertCard[] }> {
  // The counter is read first: a change that commits in between is sent again, which merging by version absorbs.
  const counter = await db.selectFrom('live_counter').select('n').executeTakeFirstOrThrow()
  const rows = await alertCards(db)
    .where(sql<SqlBool>`a.status = 'PENDING'`)
    .orderBy('a.id', 'desc')
    .limit(MOST_IN_SNAPSHOT)
    .execute()
  return { seq: counter.n, alerts: rows.toReversed().map(toAlertCard) }
}
