/** `npm run migrate`: brings the database of DATABASE_URL to the newest schema; what a deployment runs once, first. */
import { ConfigError, readConfig } from '@tvarit/shared/platform/config'
import { prepareDatabase } from './prepare-database.ts'

try {
  await prepareDatabase(readConfig(process.env))
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (error as Error).message)
  process.exitCode = 1
}
