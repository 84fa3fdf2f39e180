import { type Kysely, sql } from 'kysely'

/**
 * The second factor of people who work here: the authenticator's secret (the one in use and the one that waits for its
 * first code), recovery codes, and the moment between password and code at a login.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the list only grows, what was allowed stays so
  await sql`create table second_factors (
    user_id bigint primary key references users (id),
    secret_sealed bytea,
    enrolled_at timestamptz,
    last_step bigint not null default 0,
    pending_sealed bytea,
    pending_at timestamptz,
    constraint second_factors_enrolled check ((secret_sealed is null) = (enrolled_at is null)),
    constraint second_factors_pending check ((pending_sealed is null) = (pending_at is null)))`.execute(db)
  await sql`create table recovery_codes (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    label text not null,
    code_hash text not null,
    used_at timestamptz,
    unique (user_id, label))`.execute(db)
  await sql`create table login_challenges (
    token_hash bytea primary key,
    user_id bigint not null references users (id),
    step text not null check (step in ('code', 'enrol')),
    how text not null check (how in ('password', 'otp')),
    attempts int not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz)`.execute(db)
  await sql`create index login_challenges_user on login_challenges (user_id)`.execute(db)
  await sql`alter table sessions drop constraint sessions_end_reason_check,
    add constraint sessions_end_reason_check
      check (end_reason in ('logout', 'theft', 'removed', 'password', 'expired', 'second_factor'))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update sessions set end_reason = 'logout' where end_reason = 'second_factor'`.execute(db)
  await sql`alter table sessions drop constraint sessions_end_reason_check,
    add constraint sessions_end_reason_check
      check (end_reason in ('logout', 'theft', 'removed', 'password', 'expired'))`.execute(db)
  await sql`drop table login_challenges, recovery_codes, second_factors`.execute(db)
}
