import fs from 'node:fs'
import path from 'node:path'
import { grantAppRole } from '@tvarit/migrations/app-role'
import { isEmpty, migrateToLatest } from '@tvarit/migrations/migrate'
import { ensureFirstAdmin } from '@tvarit/shared/domain/people/staff/ensure-first-admin'
import { pushKey } from '@tvarit/shared/domain/on-call/push/push-key'
import { seedOnCall } from '@tvarit/shared/domain/on-call/rota/seed-on-call'
import { type DemoLogin, ensureDemoData } from '@tvarit/shared/domain/operations/demo/demo-data'
import { eraseAgain, readErasureList } from '@tvarit/shared/domain/operations/data-rights/erasure-list'
import { checkKeys } from '@tvarit/shared/domain/operations/keys/check-keys'
import { type Config, ConfigError } from '@tvarit/shared/platform/settings/config'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { migrateQueues } from '@tvarit/shared/platform/queues/queues'
import { createStorage, type Storage } from '@tvarit/shared/platform/storage/create-storage'

/**
 * Migrations of the product and of the queues, what the product's role may do, the first admin, demo data. Returns the
 * demo logins, if there are any.
 */
export async function prepareDatabase(config: Config): Promise<DemoLogin[]> {
  const log = createLog('prepare', config.LOG_LEVEL)
  const owner_url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL
  const pool = createPool({
    url: owner_url,
    max: 2,
    name: 'tvarit-prepare',
    log,
    statement_timeout_ms: 600_000,
  })
  const db = createDatabase(pool)
  const storage = createStorage(config)
  try {
    if (!config.ALLOW_EMPTY_DATABASE && (await isEmpty(db as never))) await requireNoData(config, storage)
    await migrateToLatest(db as never)
    await checkKeys(db, config)
    await migrateQueues(owner_url)
    if (config.DATABASE_OWNER_URL) await grantAppRole(db as never, config.DATABASE_URL)
    else if (config.NODE_ENV === 'production')
      log.warn('without DATABASE_OWNER_URL the product owns its tables: it could change the audit log')
    const ctx = { db, config, log, storage, actor: null, ip: null, user_agent: null }
    await ensureFirstAdmin({ ctx })
    await seedOnCall({ ctx })
    await pushKey(ctx)
    const erased = await eraseAgain({ ctx })
    if (erased > 0) log.warn({ erased }, 'people whom a restored backup had brought back were erased again')
    return config.DEMO_DATA ? await ensureDemoData({ ctx }) : []
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const setting = config.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
      throw new Error(`The database of ${setting} cannot be reached: check the address and that it runs.`, {
        cause: error,
      })
    }
    if (code === '28P01')
      throw new Error(`The database of ${setting} rejects this user and password.`, { cause: error })
    throw new Error(`The database could not be prepared: ${message}`, { cause: error })
  } finally {
    await db.destroy()
  }
}

/** Throws when files or backups say that this installation had a database: an empty one would hide the loss. */
async function requireNoData(config: Config, storage: Storage): Promise<void> {
  const backups = config.BACKUP_DIR && path.join(config.BACKUP_DIR, 'keys.txt')
  const found = backups && fs.existsSync(backups) ? 'has backups' : (await readErasureList(storage)) && 'has files'
  if (!found) return
  throw new Error(
    `it is empty, but this installation ${found}. Restore the database (docs/operations.md, "Restore"), ` +
      'or start anew with ALLOW_EMPTY_DATABASE=1.',
  )
}
