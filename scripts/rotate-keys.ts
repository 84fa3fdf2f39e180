/**
 * `npm run keys:rotate`: seals everything again that is not under SECRET_KEY, with SECRET_KEYS_BEFORE to open it
 * (docs/operations.md, "SECRET_KEY"). Ends with 1 when a value could not be opened.
 */
import { rotateKeys } from '@tvarit/shared/domain/operations/keys/rotate-keys'
import { runWithContext } from './run-with-context.ts'

await runWithContext('keys-rotate', async (ctx) => {
  const steps = await rotateKeys({
    ctx,
    report: ({ table, column, done }) => console.log(`${table}.${column}: ${done} sealed again`),
  })
  const failed = steps.filter((step) => step.failed.length > 0)
  for (const { table, column, failed: ids } of failed) {
    console.error(`${table}.${column}: no key opens ${ids.length} values, ids ${ids.slice(0, 20).join(', ')}`)
  }
  if (failed.length > 0) process.exitCode = 1
  else console.log('Everything is sealed with SECRET_KEY.')
})
