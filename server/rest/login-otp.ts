import { loginOtpVerifyInput } from '@tvarit/shared/contracts/accounts'
import { loginAtOnce } from '@tvarit/shared/domain/accounts/login-at-once'
import express, { type Router } from 'express'
import { type ProcessCtx, publicContext } from '../trpc/request-context.ts'

/**
 * Logins by code, which come by the thousand when a campaign begins: a right code is answered by this thin route in front
 * of everything else (`npm run bench:accounts`). Whatever else comes goes on to the procedure of the same path, which says
 * why.
 */
export function loginOtp(base: ProcessCtx): Router {
  const router = express.Router()
  router.post('/api/users/login/otp-verify/', express.json({ limit: '100kb' }), async (request, response, next) => {
    const { data: input } = loginOtpVerifyInput.safeParse(request.body)
    const session = input ? await loginAtOnce({ ctx: publicContext(base, request), input }) : null
    if (!session) return next()
    response.set('cache-control', 'no-store').json(session)
  })
  return router
}
