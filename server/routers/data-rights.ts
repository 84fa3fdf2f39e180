import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { otpRequestOutput } from '@tvarit/shared/contracts/accounts'
import { consentState } from '@tvarit/shared/contracts/consents'
import {
  changeConsentInput,
  dataExport,
  eraseInput,
  eraseOwnInput,
  exportInput,
} from '@tvarit/shared/contracts/data-rights'
import { changeConsent } from '@tvarit/shared/domain/people/consent/change-consent'
import { readConsent } from '@tvarit/shared/domain/people/consent/read-consent'
import { eraseOwn } from '@tvarit/shared/domain/operations/data-rights/erase-own'
import { eraseOnRequest } from '@tvarit/shared/domain/operations/data-rights/erase-on-request'
import { exportData, exportOwnData } from '@tvarit/shared/domain/operations/data-rights/export-data'
import { requestErasureCode } from '@tvarit/shared/domain/operations/data-rights/request-erasure-code'
import { permitted, router } from '../trpc/procedures.ts'

export const dataRightsRouter = router({
  consent: permitted('subscribers.self')
    .meta({ rest: { method: 'GET', path: '/api/users/profile/consent/', summary: 'What one has consented to' } })
    .output(consentState)
    .query(({ ctx }) => readConsent({ ctx })),
  changeConsent: permitted('subscribers.self')
    .meta({ rest: { method: 'POST', path: '/api/users/profile/consent/', summary: 'Give or withdraw the consent' } })
    .input(changeConsentInput)
    .output(consentState)
    .mutation(({ ctx, input }) => changeConsent({ ctx, input })),
  exportOwn: permitted('account.use')
    .meta({
      rest: { method: 'POST', path: '/api/users/profile/data-export/', summary: 'Everything known about oneself' },
    })
    .output(dataExport)
    .mutation(({ ctx }) => exportOwnData({ ctx })),
  export: permitted('data.export')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/{id}/data-export/',
        summary: 'Everything known about a subscriber who asked',
      },
    })
    .input(exportInput)
    .output(dataExport)
    .mutation(({ ctx, input }) => exportData({ ctx, input })),
  requestErasureCode: permitted('subscribers.self')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/profile/erase/request-otp/',
        summary: 'Send a code for erasing the own account',
      },
    })
    .output(otpRequestOutput)
    .mutation(({ ctx }) => requestErasureCode({ ctx })),
  eraseOwn: permitted('subscribers.self')
    .meta({ rest: { method: 'POST', path: '/api/users/profile/erase/', summary: 'Erase the own account' } })
    .input(eraseOwnInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => eraseOwn({ ctx, input })),
  erase: permitted('data.erase')
    .meta({ rest: { method: 'POST', path: '/api/users/{id}/erase/', summary: 'Erase a subscriber who asked for it' } })
    .input(eraseInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => eraseOnRequest({ ctx, input })),
})
