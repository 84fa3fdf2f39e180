import { type Kysely, sql } from 'kysely'

/**
 * What the lists are filtered and sorted by: the plan of the last term and who typed a registration, both on the profile,
 * and an index for each order.
 *
 * A new column without a value of its own rewrites no row. A trigger keeps the plan, so a server of the version before
 * may go on renewing. The lock for the columns lasts until the rows are filled and the indexes are made: seconds at a
 * million rows, in which presses wait, too. Run it at a quiet hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COLUMNS, ...INDEXES]) await sql.raw(statement).execute(db)
}

const COLUMNS = [
  `alter table subscriber_profiles
    add column plan text not null default 'BASIC' check (plan in ('BASIC', 'GOLD')),
    add column registered_by bigint references users (id)`,
  `create function keep_plan_of_profile() returns trigger language plpgsql as $$
    begin
      update subscriber_profiles set plan = new.plan
        where user_id = new.user_id and plan <> new.plan and ending_date <= new.end_date;
      return null;
    end $$`,
  `create trigger subscriptions_plan after insert or update of plan, end_date on subscriptions
    for each row execute function keep_plan_of_profile()`,
  `update subscriber_profiles p set plan = s.plan from subscriptions s
    where s.user_id = p.user_id and s.plan <> 'BASIC' and not exists (
      select from subscriptions later where later.user_id = s.user_id and (later.end_date, later.id) > (s.end_date, s.id))`,
  `update subscriber_profiles p set registered_by = l.actor_id from audit_log l
    where l.action = 'subscriber.registered' and l.subject = 'user' and l.subject_id = p.user_id
      and l.actor_id <> l.subject_id`,
]

/** The name as lists show and order it; by its bytes, so the order is the same on every machine. */
const NAME = `(lower(first_name || ' ' || last_name) collate "C")`

const INDEXES = [
  `create index coupons_voided on coupons (id desc) where voided_at is not null`,
  `create index subscriber_profiles_end on subscriber_profiles (ending_date desc, user_id desc)`,
  `create index subscriber_profiles_state on subscriber_profiles (state, start_date desc, user_id desc)`,
  `create index subscriber_profiles_plan on subscriber_profiles (start_date desc, user_id desc) where plan <> 'BASIC'`,
  `create index subscriber_profiles_registered on subscriber_profiles (start_date desc, user_id desc)
    where registered_by is not null`,
  `drop index subscriber_profiles_ending`,
  `create index users_name on users (role, ${NAME}, id) where deleted_at is null`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index users_name, subscriber_profiles_registered, subscriber_profiles_plan, subscriber_profiles_state,
    subscriber_profiles_end, coupons_voided`.execute(db)
  await sql`create index subscriber_profiles_ending on subscriber_profiles (ending_date)`.execute(db)
  await sql`drop trigger subscriptions_plan on subscriptions`.execute(db)
  await sql`drop function keep_plan_of_profile`.execute(db)
  await sql`alter table subscriber_profiles drop column registered_by, drop column plan`.execute(db)
}
