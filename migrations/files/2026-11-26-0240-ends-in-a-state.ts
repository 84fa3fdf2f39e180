import { type Kysely, sql } from 'kysely'

/**
 * The plans of one state that end in 30 days, and those that have ended, along an index of their own (decision 008).
 *
 * Registrations wait while the index is made: six seconds with 5,000,000 subscribers. There make it with `create index
 * concurrently` before the deploy; one that exists is left as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists subscriber_profiles_state_end
    on subscriber_profiles (state, ending_date desc, user_id desc)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index subscriber_profiles_state_end`.execute(db)
}
