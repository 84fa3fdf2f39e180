import { type Kysely, sql } from 'kysely'

/**
 * The partner from whose stock a subscriber's first sticker came, on the profile: the list is filtered by it, and looked
 * at the coupons of a million subscribers for that.
 *
 * A trigger fills it, so a server of the version before may go on registering. The lock for the column lasts until the
 * rows are filled and the index is made: seconds at a million rows, in which presses wait, too. Run it at a quiet hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table subscriber_profiles add column seller_id bigint references users (id)`,
  `create function note_seller_of_profile() returns trigger language plpgsql as $$
    begin
      new.seller_id := (select holder_id from coupons where user_id = new.user_id order by id limit 1);
      return new;
    end $$`,
  `create trigger subscriber_profiles_seller before insert on subscriber_profiles
    for each row execute function note_seller_of_profile()`,
  `update subscriber_profiles p set seller_id = c.holder_id from (
      select distinct on (user_id) user_id, holder_id from coupons where user_id is not null order by user_id, id) c
    where c.user_id = p.user_id and c.holder_id is not null`,
  `create index subscriber_profiles_sold on subscriber_profiles (start_date desc, user_id desc)
    where seller_id is not null`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger subscriber_profiles_seller on subscriber_profiles`.execute(db)
  await sql`drop function note_seller_of_profile`.execute(db)
  await sql`alter table subscriber_profiles drop column seller_id`.execute(db)
}
