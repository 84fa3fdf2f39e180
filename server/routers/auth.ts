import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  loginInput,
  loginOtpRequestInput,
  loginOtpVerifyInput,
  otpRequestOutput,
  ownPasswordOutput,
  refreshInput,
  refreshOutput,
  registerOtpRequestInput,
  sessionOutput,
} from '@tvarit/shared/contracts/accounts'
import {
  challengeCodeInput,
  challengeEnrolInput,
  challengeInput,
  endSessionInput,
  enrolledSessionOutput,
  enrolmentOutput,
  loginOutput,
  proofInput,
  sessionsOutput,
} from '@tvarit/shared/contracts/second-factor'
import { changePasswordInput } from '@tvarit/shared/contracts/staff'
import { changePassword } from '@tvarit/shared/domain/people/account/change-password'
import { loginWithOtp } from '@tvarit/shared/domain/people/login/login-with-otp'
import { loginWithPassword } from '@tvarit/shared/domain/people/login/login-with-password'
import { readOwnPassword } from '@tvarit/shared/domain/people/account/read-own-password'
import { requestLoginOtp } from '@tvarit/shared/domain/people/login/request-login-otp'
import { requestRegistrationOtp } from '@tvarit/shared/domain/people/login/request-registration-otp'
import { beginAtLogin } from '@tvarit/shared/domain/people/login/begin-at-login'
import { enrolAtLogin } from '@tvarit/shared/domain/people/login/enrol-at-login'
import { loginWithSecondFactor } from '@tvarit/shared/domain/people/login/login-with-second-factor'
import { endOtherSessions } from '@tvarit/shared/domain/people/account/end-other-sessions'
import { endSession } from '@tvarit/shared/domain/people/account/end-session'
import { listSessions } from '@tvarit/shared/domain/people/account/list-sessions'
import { logout } from '@tvarit/shared/domain/people/sessions/logout'
import { refreshSession } from '@tvarit/shared/domain/people/sessions/refresh-session'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

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
    .output(loginOutput)
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
    .output(loginOutput)
    .mutation(({ ctx, input }) => loginWithOtp({ ctx, input })),
  loginWithSecondFactor: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/login/second-factor/',
        summary: 'Second step of a login: the code of the authenticator app, or a recovery code',
      },
    })
    .input(challengeCodeInput)
    .output(sessionOutput)
    .mutation(({ ctx, input }) => loginWithSecondFactor({ ctx, input })),
  beginSecondFactor: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/login/second-factor/begin/',
        summary: 'A secret for the authenticator app of a member of the office who needs one to log in',
      },
    })
    .input(challengeInput)
    .output(enrolmentOutput)
    .mutation(({ ctx, input }) => beginAtLogin({ ctx, input })),
  enrolSecondFactor: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/login/second-factor/enrol/',
        summary: 'The first code of that app: opens the session and gives the recovery codes',
      },
    })
    .input(challengeEnrolInput)
    .output(enrolledSessionOutput)
    .mutation(({ ctx, input }) => enrolAtLogin({ ctx, input })),
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
    .output(detailAnswer)
    .mutation(({ ctx, input }) => logout({ ctx, input })),
  password: permitted('account.use')
    .output(ownPasswordOutput)
    .query(({ ctx }) => readOwnPassword({ ctx })),
  changePassword: permitted('account.use')
    .input(changePasswordInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => changePassword({ ctx, input })),
  sessions: permitted('account.use')
    .output(sessionsOutput)
    .query(({ ctx }) => listSessions({ ctx })),
  endSession: permitted('account.use')
    .input(endSessionInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => endSession({ ctx, input })),
  endOtherSessions: permitted('account.use')
    .input(proofInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => endOtherSessions({ ctx, input })),
})
