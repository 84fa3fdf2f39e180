import { type Kysely, sql } from 'kysely'

/**
 * A GSTIN carries the PAN of its owner, so it is sealed and masked like the PAN itself. No member of the chain has one
 * yet: the first registration comes with this release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // not only added (drop): no version wrote a GSTIN before this one
  await sql`alter table distributor_profiles
    drop column gst_number,
    add column gst_number_sealed bytea,
    add column gst_number_masked text`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table distributor_profiles
    drop column gst_number_sealed,
    drop column gst_number_masked,
    add column gst_number text`.execute(db)
}
