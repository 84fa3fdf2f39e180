import { gazetteer } from '@tvarit/shared/domain/ground/places/gazetteer'
import { readOwnConfig, runUntilStopped } from '@tvarit/shared/platform/lifecycle'
import { createLog } from '@tvarit/shared/platform/log'
import { startWorker } from './worker.ts'

const config = readOwnConfig()
const log = createLog('worker', config.LOG_LEVEL)
try {
  // Read now: the first message to a relative must not wait for it.
  gazetteer()
  const worker = startWorker(config, log)
  runUntilStopped(log, 10_000, worker.stop)
  await worker.ready
  log.info({ queues: config.REDIS_URL ? 'redis' : 'postgres' }, 'worker ready')
  process.send?.('ready')
} catch (error) {
  log.fatal({ error }, 'worker could not start')
  process.exitCode = 1
  process.exit()
}
