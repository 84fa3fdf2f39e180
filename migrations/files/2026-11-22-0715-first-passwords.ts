import { type Kysely, sql } from 'kysely'

/** Until when a password logs in that somebody else chose; null for one's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column password_expires_at timestamptz`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column password_expires_at`.execute(db)
}
