import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'

/**
 * Brings the database to the newest schema. Safe to run from several processes at once (Kysely takes a lock).
 * Returns the names of the migrations that ran; throws the first error.
 */
export async function migrateToLatest(db: Kysely<never>): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** True when every known migration has run; `/readyz` asks this. */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  return (await migrator(db).getMigrations()).every((migration) => migration.executedAt !== undefined)
}

function migrator(db: Kysely<never>): Migrator {
  return new Migrator({
    db,
    provider: new FileMigrationProvider({
      fs,
      path,
      migrationFolder: path.join(import.meta.dirname, 'files'),
      import: (file) => import(pathToFileURL(file).href),
    }),
  })
}
