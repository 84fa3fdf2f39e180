import { type Kysely, sql } from 'kysely'

/**
 * What a bystander may add: a photo of the scene (its key in the file store) and the wish to be called. A photo's file
 * goes when its row lets go of it, whatever statement does that. `call_asked_at`: until an operator notes such a call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_reports add column photo text, add column call_me boolean not null default false`.execute(
    db,
  )
  await sql`alter table alerts add column call_asked_at timestamptz`.execute(db)
  await sql`create function list_photo_for_removal() returns trigger language plpgsql as $$
    begin
      insert into file_removals (key) values (old.photo) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger photo_goes after update of photo or delete on alert_reports for each row
    when (old.photo is not null) execute function list_photo_for_removal()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger photo_goes on alert_reports`.execute(db)
  await sql`drop function list_photo_for_removal`.execute(db)
  await sql`alter table alerts drop column call_asked_at`.execute(db)
  await sql`alter table alert_reports drop column photo, drop column call_me`.execute(db)
}
