import {
  loginInput,
  loginOtpRequestInput,
  loginOtpVerifyInput,
  otpRequestOutput,
  refreshInput,
  refreshOutput,
  registerOtpRequestInput,
  sessionOutput,
  sessionRow,
} from '@tvarit/shared/contracts/accounts'
import { loginWithOtp } from '@tvarit/shared/domain/accounts/login-with-otp'
import { loginWithPassword } from '@tvarit/shared/domain/accounts/login-with-password'
import { requestLoginOtp } from '@tvarit/shared/domain/accounts/request-login-otp'
import { requestRegistrationOtp } from '@tvarit/shared/domain/accounts/request-registration-otp'
import { endSession } from '@tvarit/shared/domain/sessions/end-session'
import { listSessions } from '@tvarit/shared/domain/sessions/list-sessions'
import { logout } from '@tvarit/shared/domain/sessions/logout'
import { refreshSession } from '@tvarit/shared/domain/sessions/refresh-session'
import { z } from 'zod'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

const detail = z.object({ detail: z.string() })

export const authRouter = router({
  login: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/login/',
        summary: 'Log in with e-mail, username or phone and password',
      },
    })
    .input(loginInput)
    .output(sessionOutput)
    .mutation(({ ctx, input }) => loginWithPassword({ ctx, input })),
  requestLoginOtp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/api/users/login/otp-request/', summary: 'Send a login code by SMS' },
    })
    .input(loginOtpRequestInput)
    .output(otpRequestOutput)
    .mutation(({ ctx, input }) => requestLoginOtp({ ctx, input })),
  loginWithOtp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/api/users/login/otp-verify/', summary: 'Log in with phone and code' },
    })
    .input(loginOtpVerifyInput)
    .output(sessionOutput)
    .mutation(({ ctx, input }) => loginWithOtp({ ctx, input })),
  requestRegistrationOtp: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/api/users/register/request-otp/', summary: 'Send a registration code by SMS' },
    })
    .input(registerOtpRequestInput)
    .output(otpRequestOutput)
    .mutation(({ ctx, input }) => requestRegistrationOtp({ ctx, input })),
  refresh: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/api/users/token/refresh/', summary: 'Exchange a refresh token for new tokens' },
    })
    .input(refreshInput)
    .output(refreshOutput)
    .mutation(({ ctx, input }) => refreshSession({ ctx, input })),
  logout: publicProcedure
    .meta({
      rest: { method: 'POST', path: '/api/users/logout/', summary: 'End the session of a refresh token' },
    })
    .input(refreshInput)
    .output(detail)
    .mutation(({ ctx, input }) => logout({ ctx, input })),
  sessions: permitted('account.use')
    .output(z.array(sessionRow))
    .query(({ ctx }) => listSessions({ ctx })),
  endSession: permitted('account.use')
    .input(z.strictObject({ id: z.uuid() }))
    .output(detail)
    .mutation(({ ctx, input }) => endSession({ ctx, input })),
})
