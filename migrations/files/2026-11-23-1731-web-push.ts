import { type Kysely, sql } from 'kysely'

/**
 * Web push. `push_keys`: our pair of keys at the push services, one row, the private one sealed. A subscription is one
 * browser of a person. `pushed_at`: when a push was last due; `delivered_at`: when the push service last took one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table push_keys (
    id bigint primary key default 1 check (id = 1),
    key_sealed bytea not null
  )`.execute(db)
  await sql`create table push_subscriptions (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    user_agent text,
    created_at timestamptz not null default now(),
    pushed_at timestamptz,
    delivered_at timestamptz,
    last_error text
  )`.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table push_subscriptions, push_keys`.execute(db)
}
