import { type Kysely, sql } from 'kysely'

/** Every consent that was given or withdrawn, with the version of the notice: kept as proof, also after an erasure. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table consents (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    event text not null check (event in ('given', 'withdrawn')),
    version text not null,
    how text not null check (how in ('registration', 'by_staff', 'profile')),
    at timestamptz not null default now()
  )`.execute(db)
  await sql`create index consents_user on consents (user_id, id)`.execute(db)
  await sql`insert into consents (user_id, event, version, how, at)
    select user_id, 'given', consent_version, 'registration', consented_at from subscriber_profiles`.execute(db)
  await sql`alter table subscriber_profiles add column consent_withdrawn_at timestamptz`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriber_profiles drop column consent_withdrawn_at`.execute(db)
  await sql`drop table consents`.execute(db)
}
