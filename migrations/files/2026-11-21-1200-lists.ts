import { type Kysely, sql } from 'kysely'

/**
 * Tallies: how many living people of each role and how many coupons of each status there are, without counting. Each
 * statement that changes them appends its difference; a sum over the differences is exact at any moment, and nobody
 * waits for anybody (one row per count would be locked by a transaction of 5,000 coupons until its commit). The worker
 * folds the differences together (`compactTallies`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TALLIES, ...countedBy(USERS), ...countedBy(COUPONS)]) await sql.raw(statement).execute(db)
}

const TALLIES = [
  `create table tallies (
    id bigint generated always as identity primary key,
    name text not null,
    n bigint not null
  )`,
  `create index tallies_name on tallies (name) include (n)`,
  // The order of subscribers for people who were found by name, without reading their profiles.
  `create index subscriber_profiles_order on subscriber_profiles (user_id) include (start_date)`,
  // Few: lists that count without looking at people take these away again.
  `create index users_removed on users (role, id) where deleted_at is not null`,
]

interface Counted {
  table: string
  /** Which tally a row belongs to. */
  name: string
  /** Which rows count. */
  counts: string
}

const USERS: Counted = { table: 'users', name: `'users.' || role`, counts: 'deleted_at is null' }
const COUPONS: Counted = { table: 'coupons', name: `'coupons.' || status`, counts: 'true' }

/** One trigger for each kind of statement; what is there already is counted once, under a lock against writers. */
function countedBy({ table, name, counts }: Counted): string[] {
  const plus = `select ${name} as name, 1 as n from new_rows where ${counts}`
  const minus = `select ${name} as name, -1 as n from old_rows where ${counts}`
  const append = (changes: string) => `insert into tallies (name, n)
    select name, sum(n) from (${changes}) change group by name having sum(n) <> 0;`
  return [
    `lock table ${table} in share row exclusive mode`,
    `insert into tallies (name, n) select ${name}, count(*) from ${table} where ${counts} group by 1`,
    `create function tally_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${append(plus)}
        elsif tg_op = 'DELETE' then ${append(minus)}
        else ${append(`${plus} union all ${minus}`)}
        end if;
        return null;
      end $$`,
    `create trigger ${table}_tally_insert after insert on ${table} referencing new table as new_rows
      for each statement execute function tally_${table}()`,
    `create trigger ${table}_tally_update after update on ${table}
      referencing new table as new_rows old table as old_rows for each statement execute function tally_${table}()`,
    `create trigger ${table}_tally_delete after delete on ${table} referencing old table as old_rows
      for each statement execute function tally_${table}()`,
  ]
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'coupons']) {
    for (const kind of ['insert', 'update', 'delete']) {
      await sql.raw(`drop trigger ${table}_tally_${kind} on ${table}`).execute(db)
    }
    await sql.raw(`drop function tally_${table}`).execute(db)
  }
  await sql`drop index users_removed`.execute(db)
  await sql`drop index subscriber_profiles_order`.execute(db)
  await sql`drop table tallies`.execute(db)
}
