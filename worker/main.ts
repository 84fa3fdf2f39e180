import { endOnWrongKeys } from '@tvarit/shared/domain/operations/keys/check-keys'
import { gazetteer } from '@tvarit/shared/domain/places/gazetteer'
import { endWith, readOwnConfig, runUntilStopped } from '@tvarit/shared/platform/process/lifecycle'
import { createLog } from '@tvarit/shared/platform/log/log'
import { startWorker } from './worker.ts'

const config = readOwnConfig()
const log = createLog('worker', config.LOG_LEVEL)
try {
  // Read now: the first message to a relative must not wait for it.
  gazetteer()
  await endOnWrongKeys(config, log)
  const worker = startWorker(config, log)
  runUntilStopped(log, 10_000, worker.stop)
  await worker.ready
  log.info({ queues: config.REDIS_URL ? 'redis' : 'postgres' }, 'worker ready')
  process.send?.('ready')
} catch (error) {
  endWith(log, error)
}
