/**
 * `npm run migrate`: what a deployment runs once, first. Makes the bucket on an S3 server of our own, checks the archive of
 * streets, brings the database to the newest schema and says what the product's role may do in it.
 */
import { checkMapFile } from '@tvarit/server/rest/map-file'
import { readOwnConfig } from '@tvarit/shared/platform/process/lifecycle'
import { createStorage, prepareStorage } from '@tvarit/shared/platform/storage/create-storage'
import { prepareDatabase } from './prepare-database.ts'

const config = readOwnConfig()
try {
  await prepareStorage(config)
  await checkMapFile(config, createStorage(config))
  await prepareDatabase(config)
  console.log('The database is up to date.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
