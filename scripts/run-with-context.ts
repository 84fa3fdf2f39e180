import { readConfig } from '@tvarit/shared/platform/settings/config'
import type { Ctx } from '@tvarit/shared/platform/context'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { createStorage } from '@tvarit/shared/platform/storage/create-storage'

/**
 * Runs one verb from the shell with the settings of the product (DATABASE_URL, SECRET_KEY, ...). A rejection or a wrong
 * setting is one line on standard error and exit code 1.
 */
export async function runWithContext(name: string, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = createLog(name, config.LOG_LEVEL)
    const pool = createPool({ url: config.DATABASE_URL, max: 2, name: `tvarit-${name}`, log })
    const db = createDatabase(pool)
    try {
      await work({ db, config, log, storage: createStorage(config), actor: null, ip: null, user_agent: name })
    } finally {
      await db.destroy()
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
