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

export const secondFactorRouter = router({
  read: permitted('account.second_factor')
    .output(secondFactorOutput)
    .query(({ ctx }) => readSecondFactor({ ctx })),
  begin: permitted('account.second_factor')
    .input(proofInput)
    .output(enrolmentOutput)
    .mutation(({ ctx, input }) => beginSecondFactor({ ctx, input })),
  confirm: permitted('account.second_factor')
    .input(enrolInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => confirmSecondFactor({ ctx, input })),
  renewRecoveryCodes: permitted('account.second_factor')
    .input(proofInput)
    .output(recoveryCodesOutput)
    .mutation(({ ctx, input }) => renewRecoveryCodes({ ctx, input })),
  turnOff: permitted('account.second_factor')
    .input(proofInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => turnOffSecondFactor({ ctx, input })),
  reset: permitted('staff_users.manage')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/{id}/second-factor/reset/',
        summary: "Forget a colleague's authenticator app",
      },
    })
    .input(userId)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => resetSecondFactor({ ctx, input })),
})
