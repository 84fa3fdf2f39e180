import { type Kysely, sql } from 'kysely'

/**
 * Whoever gets another role, or is removed, loses open live connections within a moment, also when it was done by hand in
 * SQL: every server is told the sessions of that person. They come back with what the new role may see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function tell_sessions_of_user() returns trigger language plpgsql as $$
    begin
      perform pg_notify('sessions', id::text) from sessions where user_id = new.id and ended_at is null;
      return null;
    end $$`.execute(db)
  await sql`create trigger users_role_changed after update of role, deleted_at on users for each row
    when (old.role is distinct from new.role or old.deleted_at is distinct from new.deleted_at)
    execute function tell_sessions_of_user()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger users_role_changed on users`.execute(db)
  await sql`drop function tell_sessions_of_user`.execute(db)
}
