import { readOwnConfig, runUntilStopped } from '@tvarit/shared/platform/lifecycle'
import { createLog } from '@tvarit/shared/platform/log'
import { startServer } from './app.ts'

const config = readOwnConfig()
const log = createLog('server', config.LOG_LEVEL)
try {
  const server = await startServer(config, log)
  runUntilStopped(log, 10_000, server.stop)
  log.info({ url: server.url }, 'server ready')
  process.send?.('ready')
} catch (error) {
  log.fatal({ error }, 'server could not start')
  process.exitCode = 1
  process.exit()
}
