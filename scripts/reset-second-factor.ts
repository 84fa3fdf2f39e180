/**
 * `npm run second-factor:reset -- admin@company.example` (or a phone number): removes a user's authenticator app, for
 * the last admin who lost app and recovery codes. Audited without a person; ends all their sessions.
 */
import { resetSecondFactorFromShell } from '@tvarit/shared/domain/people/second-factor/reset-second-factor'
import { runWithContext } from './run-with-context.ts'

await runWithContext('second-factor-reset', async (ctx) => {
  const login = process.argv[2]
  if (!login) throw new Error('Name whose app is reset: npm run second-factor:reset -- admin@company.example')
  const { detail } = await resetSecondFactorFromShell({ ctx, input: { login } })
  console.log(detail)
})
