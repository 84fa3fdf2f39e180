import { readConfig } from '@tvarit/shared/platform/config'
import { runUntilStopped } from '@tvarit/shared/platform/lifecycle'
import { createLog } from '@tvarit/shared/platform/log'
import { startWorker } from './worker.ts'

const config = readConfig(process.env)
const log = createLog('worker', config.LOG_LEVEL)
const worker = startWorker(config, log)
runUntilStopped(log, 10_000, worker.stop)
await worker.ready
log.info({ queues: config.REDIS_URL ? 'redis' : 'postgres' }, 'worker ready')
process.send?.('ready')
