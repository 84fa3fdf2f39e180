import { loginOtpVerifyInput } from '@tvarit/shared/contracts/accounts'
import { loginWithOtp } from '@tvarit/shared/domain/accounts/login-with-otp'
import express, { type Router } from 'express'
import { noteFailure } from '../trpc/note-failure.ts'
import { type ProcessCtx, publicContext } from '../trpc/request-context.ts'

/**
 * Logins by code, which come by the thousand when a campaign begins, by a thin route in front of everything else
 * (`npm run bench:accounts`). What is no login at all goes on to the procedure of the same path, which says why.
 */
export function loginOtp(base: ProcessCtx): Router {
  const router = express.Router()
  router.post('/api/users/login/otp-verify/', express.json({ limit: '100kb' }), async (request, response, next) => {
    const { data: input } = loginOtpVerifyInput.safeParse(request.body)
    if (!input) return next()
    const ctx = publicContext(base, request)
    response.set('cache-control', 'no-store')
    try {
      response.json(await loginWithOtp({ ctx, input }))
    } catch (error) {
      noteFailure(ctx, 'auth.loginWithOtp', error)
      throw error
    }
  })
  return router
}
