import { type Kysely, sql } from 'kysely'

/**
 * What tells whether the owner of an alert is there and acts: the last act of the person who claimed it, and when a console of a
 * session was last heard of with its sound armed. The index is for the worker, which looks every second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column last_act_at timestamptz`.execute(db)
  await sql`alter table sessions add column console_armed_at timestamptz`.execute(db)
  await sql`create index alerts_claimed on alerts (id)
    where status = 'PENDING' and claimed_by is not null and not drill`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alerts_claimed`.execute(db)
  await sql`alter table sessions drop column console_armed_at`.execute(db)
  await sql`alter table alerts drop column last_act_at`.execute(db)
}
