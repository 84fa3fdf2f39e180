import { type Kysely, sql } from 'kysely'

/**
 * A ride and a plan belong to a term, not to a person: a renewed term has its own. A term knows the day its next reminder
 * is due, so that the sweep finds those in an index. A drill needs no sticker. When an alert was first taken is kept, for
 * taking over and putting back change `claimed_at`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (drop): before the first release; a version that still reads these columns fails on it
  // not only added (constraint): every alert of the version before has a sticker
  for (const statement of [...TERMS, ...DRILLS, ...FIGURES]) await sql.raw(statement).execute(db)
}

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`

const TERMS = [
  `alter table subscriptions add column ride_used_at timestamptz, add column next_reminder_on date`,
  `insert into subscriptions (user_id, start_date, end_date)
    select user_id, start_date, ending_date from subscriber_profiles p
    where not exists (select from subscriptions s where s.user_id = p.user_id)`,
  `update subscriptions s set plan = p.plan, ride_used_at = p.ride_used_at,
      next_reminder_on = case when s.end_date >= ${TODAY} then s.end_date - 30 end
    from subscriber_profiles p
    where p.user_id = s.user_id
      and s.id = (select id from subscriptions where user_id = p.user_id order by end_date desc, id desc limit 1)`,
  `alter table subscriber_profiles drop column ride_used_at, drop column plan`,
  `create index subscriptions_reminders on subscriptions (next_reminder_on) where next_reminder_on is not null`,
  `create index messages_user on messages (user_id, id) where user_id is not null`,
]

const DRILLS = [
  `alter table alerts alter column coupon_id drop not null,
    add constraint alerts_sticker check (coupon_id is not null or drill)`,
  `create index alerts_drills on alerts (timestamp) where drill`,
]

const FIGURES = [
  `alter table alerts add column first_claimed_at timestamptz`,
  `update alerts a set first_claimed_at = coalesce((
      select min(e.at) from alert_events e where e.alert_id = a.id and e.kind = 'claimed'), a.claimed_at)
    where a.claimed_at is not null`,
  `create index alerts_real on alerts (timestamp) include (user_id, first_claimed_at) where not drill`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alerts_real, alerts_drills, messages_user, subscriptions_reminders`.execute(db)
  await sql`alter table alerts drop column first_claimed_at, drop constraint alerts_sticker`.execute(db)
  await sql`alter table subscriber_profiles add column ride_used_at timestamptz,
    add column plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD'))`.execute(db)
  await sql`update subscriber_profiles p set plan = s.plan, ride_used_at = s.ride_used_at from (
    select distinct on (user_id) user_id, plan, ride_used_at from subscriptions order by user_id, end_date desc) s
    where s.user_id = p.user_id`.execute(db)
  await sql`alter table subscriptions drop column next_reminder_on, drop column ride_used_at`.execute(db)
}
