import { type Kysely, sql } from 'kysely'

/**
 * Voice calls and WhatsApp beside SMS and e-mail, the language of each person who is told, and what it cost.
 * `language`: that of the text. `track_token`: the relative's own link to the alert's page, which also confirms.
 * `parts` and `cost_paise`: set when a provider has taken the message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): the lists only grow, what was allowed stays so
  await sql`alter table messages
    drop constraint messages_channel_check, drop constraint messages_address, drop constraint messages_state_check,
    add constraint messages_channel_check check (channel in ('sms', 'whatsapp', 'voice', 'email', 'sink')),
    add constraint messages_address check (case
      when channel in ('sms', 'whatsapp', 'voice') then to_phone is not null and to_email is null
      when channel = 'email' then to_email is not null and to_phone is null
      else num_nonnulls(to_phone, to_email) = 0 end),
    add constraint messages_state_check check (state in ('pending', 'sending', 'sent', 'ringing', 'answered', 'no_answer',
      'busy', 'delivered', 'read', 'confirmed', 'failed', 'cancelled')),
    add column language text not null default 'en',
    add column track_token text,
    add column confirmed_at timestamptz,
    add column parts integer,
    add column cost_paise integer`.execute(db)
  await sql`create unique index messages_track_token on messages (track_token) where track_token is not null`.execute(
    db,
  )
  await sql`create table contact_preferences (
    phone text primary key check (phone ~ '^[0-9]{10}$'),
    token text not null unique,
    channel text not null default 'sms' check (channel in ('sms', 'whatsapp')),
    language text not null default 'en',
    created_at timestamptz not null default now(),
    chosen_at timestamptz
  )`.execute(db)
  await sql`alter table ambulances add column driver_language text not null default 'en'`.execute(db)
  await sql`alter table hospitals add column language text not null default 'en'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hospitals drop column language`.execute(db)
  await sql`alter table ambulances drop column driver_language`.execute(db)
  await sql`drop table contact_preferences`.execute(db)
  await sql`alter table messages
    drop column language, drop column track_token, drop column confirmed_at, drop column parts, drop column cost_paise,
    drop constraint messages_channel_check, drop constraint messages_address, drop constraint messages_state_check,
    add constraint messages_channel_check check (channel in ('sms', 'email', 'sink')),
    add constraint messages_address check (case channel
      when 'sms' then to_phone is not null and to_email is null
      when 'email' then to_email is not null and to_phone is null
      else num_nonnulls(to_phone, to_email) = 0 end),
    add constraint messages_state_check check (state in ('pending', 'sending', 'sent', 'delivered', 'failed', 'cancelled'))`.execute(
    db,
  )
}
