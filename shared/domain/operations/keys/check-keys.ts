import { ConfigError } from '../../../platform/settings/config.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { createDatabase, createPool, type Db } from '../../../platform/database/database.ts'
import { endWith } from '../../../platform/process/lifecycle.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type Keyring, unseal } from '../../../platform/secrets.ts'
import { pushKeyContext } from '../../on-call/push/push-key.ts'

const AGAIN_MS = 1_000

/**
 * Opens what every installation has sealed since its first `npm run migrate`: the key of push. Throws ConfigError when
 * neither SECRET_KEY nor one of SECRET_KEYS_BEFORE opens it.
 */
export async function checkKeys(db: Db, keys: Keyring): Promise<void> {
  const row = await db.selectFrom('push_keys').select('key_sealed').executeTakeFirst()
  if (!row) return
  try {
    unseal(keys, pushKeyContext, row.key_sealed)
  } catch (error) {
    throw new ConfigError(
      'Wrong setting. SECRET_KEY: does not open the data of this installation: set the key it was sealed with, or keep that one in SECRET_KEYS_BEFORE until npm run keys:rotate has ended.',
      { cause: error },
    )
  }
}

/**
 * Ends this process with 1 when its keys do not open the data. Returns after the first try: a database that is away is
 * asked again every second meanwhile.
 */
export async function endOnWrongKeys(config: Config, log: Log): Promise<void> {
  const pool = createPool({ url: config.DATABASE_URL, max: 1, name: 'tvarit-keys', log, connect_timeout_ms: 2_000 })
  const db = createDatabase(pool)
  try {
    await checkKeys(db, config)
  } catch (error) {
    if (error instanceof ConfigError) endWith(log, error)
    setTimeout(() => void endOnWrongKeys(config, log), AGAIN_MS).unref()
  } finally {
    await db.destroy()
  }
}
