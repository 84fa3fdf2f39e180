/**
 * `npm run restore:verify`: says what a restore has brought back, and ends with 1 when something is missing. With `--url`
 * of a running server it also logs in, as VERIFY_LOGIN with VERIFY_PASSWORD, else as the first admin of the settings.
 */
import { parseArgs } from 'node:util'
import { checkRestore } from '@tvarit/shared/domain/operations/restore/check-restore'
import { runWithContext } from './run-with-context.ts'

const { url } = parseArgs({ options: { url: { type: 'string' } } }).values

await runWithContext('restore-verify', async (ctx) => {
  const { found, problems } = await checkRestore({ ctx })
  const { VERIFY_LOGIN, VERIFY_PASSWORD } = process.env
  const login = VERIFY_LOGIN || ctx.config.ADMIN_EMAIL
  const password = VERIFY_PASSWORD || ctx.config.ADMIN_PASSWORD
  if (!url || !login || !password) found.push('no login was tried: log in yourself')
  else {
    const { status } = await fetch(new URL('/api/users/login/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
    })
    if (status === 200) found.push(`${login} can log in`)
    else problems.push(`${login} cannot log in: the server answers ${status}`)
  }
  for (const line of found) console.log(line)
  for (const line of problems) console.error(`MISSING: ${line}`)
  if (problems.length > 0) process.exitCode = 1
})
