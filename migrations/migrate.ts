import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, type Migration, type MigrationInfo, Migrator } from 'kysely/migration'

/** A change of a table waits behind its readers, and all others wait behind the change: so it gives up soon. */
const LOCK_WITHIN = '1s'
const PAUSE_MS = 1_000
/** With the pauses ten minutes; a deploy that cannot get its lock by then has to look who holds it. */
const MOST_TRIES = 300

/**
 * Brings the database to the newest schema while the product runs: one transaction for each migration, so its locks end
 * with it. One that does not get a lock within a second steps back, lets the others pass and tries again. Safe to run
 * from several processes at once (Kysely takes a lock). What a later version has added stays, so a version may go back.
 * `more` comes after the files. Returns the names of the migrations that ran; throws the first other error.
 */
export async function migrateToLatest(db: Kysely<never>, more: Record<string, Migration> = {}): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(connection)
    const migrations = migrator(connection, more)
    const ran: string[] = []
    try {
      for (let tries = 1; ;) {
        const known = await migrations.getMigrations()
        if (known.every(isExecuted)) return ran
        if (!known.some(isExecuted)) await requireNewer(connection)
        // Nobody reads a database without tables: there all at once, which is faster.
        const step = known.some(isExecuted) ? migrations.migrateUp() : migrations.migrateToLatest()
        const { error, results = [] } = await step
        if (!error) ran.push(...results.map((result) => result.migrationName))
        else if (!isLockTimeout(error) || tries++ === MOST_TRIES) throw error
        else await wait(PAUSE_MS)
      }
    } finally {
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

/** Throws when the database has tables of a version before 0.3.0, whose migrations became one. */
async function requireNewer(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ old: boolean }>`select to_regclass('public.users') is not null as old`.execute(db)
  if (!rows[0]?.old) return
  throw new Error(
    'it is of a version before 0.3.0, which this one cannot read: go on with that version, or begin with an empty ' +
      'database (for npm start: remove .data).',
  )
}

const isExecuted = ({ executedAt }: MigrationInfo): boolean => executedAt !== undefined
const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03'

/** True when no migration has ever run. */
export async function isEmpty(db: Kysely<never>): Promise<boolean> {
  return !(await migrator(db).getMigrations()).some(isExecuted)
}

/** True when every known migration has run; `/readyz` asks this. */
export async function isMigrated(db: Kysely<never>): Promise<boolean> {
  return (await migrator(db).getMigrations()).every(isExecuted)
}

function migrator(db: Kysely<never>, more: Record<string, Migration> = {}): Migrator {
  const files = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: path.join(import.meta.dirname, 'files'),
    import: (file) => import(pathToFileURL(file).href),
  })
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...(await files.getMigrations()), ...more }) },
  })
}
