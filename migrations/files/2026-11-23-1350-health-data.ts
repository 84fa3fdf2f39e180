import { type Kysely, sql } from 'kysely'

/** What a crew needs to know of a person beside conditions and medicines. All optional. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriber_profiles
    add column blood_group text,
    add column allergies text,
    add column date_of_birth date,
    add column sex text`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriber_profiles
    drop column blood_group, drop column allergies, drop column date_of_birth, drop column sex`.execute(db)
}
