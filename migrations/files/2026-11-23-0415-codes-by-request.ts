import { type Kysely, sql } from 'kysely'

/**
 * A code belongs to its request, so a number may have several at once; whether a code was asked for from a place that
 * has logged in before; from where a person has logged in; and which sessions end with a first password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table otp_challenges add column request_id uuid,
    add column known_place boolean not null default false`.execute(db)
  // A server of the previous version, which expects one code for a number, counts a guess on each until it is replaced.
  await sql`drop index otp_challenges_live`.execute(db)
  await sql`alter table sessions add column first_password boolean not null default false`.execute(db)
  await sql`create index sessions_places on sessions (user_id, ip) where ip is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sessions_places`.execute(db)
  await sql`update otp_challenges set voided_at = now() where used_at is null and voided_at is null`.execute(db)
  await sql`create unique index otp_challenges_live on otp_challenges (purpose, phone_number)
    where used_at is null and voided_at is null`.execute(db)
  await sql`alter table otp_challenges drop column known_place, drop column request_id`.execute(db)
  await sql`alter table sessions drop column first_password`.execute(db)
}
