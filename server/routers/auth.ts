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
import { rest } from '../trpc/rest-route.ts'

export const authRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/api/users/login/', 'Log in with e-mail, username or phone and password'))
    .input(loginInput)
    .output(loginOutput)
    .mutation(loginWithPassword),
  requestLoginOtp: publicProcedure
    .meta(rest('POST', '/api/users/login/otp-request/', 'Send a login code by SMS'))
    .input(loginOtpRequestInput)
    .output(otpRequestOutput)
    .mutation(requestLoginOtp),
  loginWithOtp: publicProcedure
    .meta(rest('POST', '/api/users/login/otp-verify/', 'Log in with phone and code'))
    .input(loginOtpVerifyInput)
    .output(loginOutput)
    .mutation(loginWithOtp),
  loginWithSecondFactor: publicProcedure
    .meta(
      rest(
        'POST',
        '/api/users/login/second-factor/',
        'Second step of a login: the code of the authenticator app, or a recovery code',
      ),
    )
    .input(challengeCodeInput)
    .output(sessionOutput)
    .mutation(loginWithSecondFactor),
  beginSecondFactor: publicProcedure
    .meta(
      rest(
        'POST',
        '/api/users/login/second-factor/begin/',
        'A secret for the authenticator app of a member of the office who needs one to log in',
      ),
    )
    .input(challengeInput)
    .output(enrolmentOutput)
    .mutation(beginAtLogin),
  enrolSecondFactor: publicProcedure
    .meta(
      rest(
        'POST',
        '/api/users/login/second-factor/enrol/',
        'The first code of that app: opens the session and gives the recovery codes',
      ),
    )
    .input(challengeEnrolInput)
    .output(enrolledSessionOutput)
    .mutation(enrolAtLogin),
  requestRegistrationOtp: publicProcedure
    .meta(rest('POST', '/api/users/register/request-otp/', 'Send a registration code by SMS'))
    .input(registerOtpRequestInput)
    .output(otpRequestOutput)
    .mutation(requestRegistrationOtp),
  refresh: publicProcedure
    .meta(rest('POST', '/api/users/token/refresh/', 'Exchange a refresh token for new tokens'))
    .input(refreshInput)
    .output(refreshOutput)
    .mutation(refreshSession),
  logout: publicProcedure
    .meta(rest('POST', '/api/users/logout/', 'End the session of a refresh token'))
    .input(refreshInput)
    .output(detailAnswer)
    .mutation(logout),
  password: permitted('account.use').output(ownPasswordOutput).query(readOwnPassword),
  changePassword: permitted('account.use').input(changePasswordInput).output(detailAnswer).mutation(changePassword),
  sessions: permitted('account.use').output(sessionsOutput).query(listSessions),
  endSession: permitted('account.use').input(endSessionInput).output(detailAnswer).mutation(endSession),
  endOtherSessions: permitted('account.use').input(proofInput).output(detailAnswer).mutation(endOtherSessions),
})
