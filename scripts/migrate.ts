/**
 * `npm run migrate`: what a deployment runs once, first. Brings the database to the newest schema, says what the product's
 * role may do in it, and makes the bucket on an S3 server of our own.
 */
import { readConfig } from '@tvarit/shared/platform/config'
import { prepareStorage } from '@tvarit/shared/platform/storage/create-storage'
import { prepareDatabase } from './prepare-database.ts'

try {
  const config = readConfig(process.env)
  await prepareStorage(config)
  await prepareDatabase(config)
  console.log('The database is up to date.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
