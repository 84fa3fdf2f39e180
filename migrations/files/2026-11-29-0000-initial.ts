import fs from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** The whole schema, from the SQL file of the same name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(fs.readFileSync(import.meta.filename.replace(/ts$/, 'sql'), 'utf8')).execute(db)
}
