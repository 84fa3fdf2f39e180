import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { userId } from '@tvarit/shared/contracts/accounts'
import {
  enrolInput,
  enrolmentOutput,
  proofInput,
  recoveryCodesOutput,
  secondFactorOutput,
} from '@tvarit/shared/contracts/second-factor'
import { beginSecondFactor } from '@tvarit/shared/domain/people/second-factor/begin-second-factor'
import { confirmSecondFactor } from '@tvarit/shared/domain/people/second-factor/confirm-second-factor'
import { readSecondFactor } from '@tvarit/shared/domain/people/second-factor/read-second-factor'
import { renewRecoveryCodes } from '@tvarit/shared/domain/people/second-factor/renew-recovery-codes'
import { resetSecondFactor } from '@tvarit/shared/domain/people/second-factor/reset-second-factor'
import { turnOffSecondFactor } from '@tvarit/shared/domain/people/second-factor/turn-off-second-factor'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const secondFactorRouter = router({
  read: permitted('account.second_factor').output(secondFactorOutput).query(readSecondFactor),
  begin: permitted('account.second_factor').input(proofInput).output(enrolmentOutput).mutation(beginSecondFactor),
  confirm: permitted('account.second_factor')
    .input(enrolInput)
    .output(recoveryCodesOutput)
    .mutation(confirmSecondFactor),
  renewRecoveryCodes: permitted('account.second_factor')
    .input(proofInput)
    .output(recoveryCodesOutput)
    .mutation(renewRecoveryCodes),
  turnOff: permitted('account.second_factor').input(proofInput).output(detailAnswer).mutation(turnOffSecondFactor),
  reset: permitted('staff_users.manage')
    .meta(rest('POST', '/api/users/{id}/second-factor/reset/', "Forget a colleague's authenticator app"))
    .input(userId)
    .output(detailAnswer)
    .mutation(resetSecondFactor),
})
