import { type Kysely, sql } from 'kysely'

/**
 * A plan lasts a term at least: the list of subscribers looks for an end by its start, too. Rows that are there already
 * are not looked at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (constraint): every version has only written ends that are 365 days after a start, or later
  await sql`alter table subscriber_profiles add constraint subscriber_profiles_term
    check (ending_date >= start_date + 365) not valid`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriber_profiles drop constraint subscriber_profiles_term`.execute(db)
}
