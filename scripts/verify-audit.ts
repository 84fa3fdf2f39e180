/**
 * `npm run audit:verify`: computes the seals of the audit log again. Ends with 1 and names the first broken range when an
 * entry was changed, removed or added. With a hash from a worker's log (`npm run audit:verify -- 3f0c…`) it also ends
 * with 1 when the chain lacks that seal.
 */
import { verifyAudit } from '@tvarit/shared/domain/audit/verify-audit'
import { runWithContext } from './run-with-context.ts'

await runWithContext('audit-verify', async (ctx) => {
  const noted = process.argv[2]
  const { seals, entries, forgotten, unsealed, last, broken, has_noted } = await verifyAudit({
    ctx,
    input: noted ? { noted } : {},
  })
  console.log(
    `${seals} seals over ${entries} entries are whole; the entries of ${forgotten} were removed by retention.`,
  )
  if (last) console.log(`Last seal: up to entry ${last.last_id}, ${last.sealed_at}, ${last.hash}`)
  if (broken) {
    console.error(`BROKEN between the entries ${broken.first_id} and ${broken.last_id}: ${broken.reason}`)
    process.exitCode = 1
    return
  }
  console.log(`${unsealed} entries are not sealed yet.`)
  if (has_noted === false) {
    console.error(`BROKEN: no seal has the hash ${noted}: the chain was cut or made again.`)
    process.exitCode = 1
  }
})
