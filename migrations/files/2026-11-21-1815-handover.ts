import { type Kysely, sql } from 'kysely'

/**
 * Handing health data to a hospital: by SMS or by e-mail, so a message has a number or an address; a hospital has at most
 * one link to an alert that was not revoked (one that ran out counts as revoked when the next is made).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (default): the column comes with this migration, and no version wrote the table before
  // not only added (constraint): every message of the version before is an SMS with a number
  await sql`alter table handovers add column channel text not null default 'sms' check (channel in ('sms', 'email'))`.execute(
    db,
  )
  await sql`alter table handovers alter column channel drop default`.execute(db)
  await sql`create unique index handovers_one_link on handovers (alert_id, hospital_id) where revoked_at is null`.execute(
    db,
  )
  await sql`alter table messages
    alter column to_phone drop not null,
    add column to_email text,
    add column handover_id bigint references handovers (id),
    add constraint messages_address check (
      case channel when 'sms' then to_phone is not null and to_email is null
      else to_email is not null and to_phone is null end)`.execute(db)
  await sql`create index messages_handover on messages (handover_id) where handover_id is not null`.execute(db)
  await sql`alter table dev_messages
    alter column to_phone drop not null,
    add column to_email text,
    add column subject text,
    add constraint dev_messages_address check ((to_phone is null) <> (to_email is null))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from dev_messages where to_phone is null`.execute(db)
  await sql`alter table dev_messages drop column subject, drop column to_email, alter column to_phone set not null`.execute(
    db,
  )
  await sql`delete from messages where to_phone is null`.execute(db)
  await sql`alter table messages drop column handover_id, drop column to_email, alter column to_phone set not null`.execute(
    db,
  )
  await sql`drop index handovers_one_link`.execute(db)
  await sql`alter table handovers drop column channel`.execute(db)
}
