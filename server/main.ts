import { missingPublicSettings } from '@tvarit/shared/platform/settings/config'
import { endWith, readOwnConfig, runUntilStopped } from '@tvarit/shared/platform/process/lifecycle'
import { endOnWrongKeys } from '@tvarit/shared/domain/operations/keys/check-keys'
import { gazetteer } from '@tvarit/shared/domain/places/gazetteer'
import { createLog } from '@tvarit/shared/platform/log/log'

const config = readOwnConfig()
const log = createLog('server', config.LOG_LEVEL)
try {
  // Read now: the first alert must not wait for it.
  gazetteer()
  await endOnWrongKeys(config, log)
  // Its pages are read as it is loaded: what is missing is a sentence, too.
  const { startServer } = await import('./app.ts')
  const server = await startServer(config, log)
  runUntilStopped(log, 12_000, server.stop)
  log.info({ url: server.url }, 'server ready')
  const missing = missingPublicSettings(config)
  if (config.NODE_ENV === 'production' && missing.length > 0)
    log.warn({ missing }, 'the public pages do not say who the company is or what a plan costs')
  process.send?.('ready')
} catch (error) {
  endWith(log, error)
}
