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
import { rest } from '../trpc/rest-route.ts'

export const dataRightsRouter = router({
  consent: permitted('subscribers.self')
    .meta(rest('GET', '/api/users/profile/consent/', 'What one has consented to'))
    .output(consentState)
    .query(readConsent),
  changeConsent: permitted('subscribers.self')
    .meta(rest('POST', '/api/users/profile/consent/', 'Give or withdraw the consent'))
    .input(changeConsentInput)
    .output(consentState)
    .mutation(changeConsent),
  exportOwn: permitted('account.use')
    .meta(rest('POST', '/api/users/profile/data-export/', 'Everything known about oneself'))
    .output(dataExport)
    .mutation(exportOwnData),
  export: permitted('data.export')
    .meta(rest('POST', '/api/users/{id}/data-export/', 'Everything known about a subscriber who asked'))
    .input(exportInput)
    .output(dataExport)
    .mutation(exportData),
  requestErasureCode: permitted('subscribers.self')
    .meta(rest('POST', '/api/users/profile/erase/request-otp/', 'Send a code for erasing the own account'))
    .output(otpRequestOutput)
    .mutation(requestErasureCode),
  eraseOwn: permitted('subscribers.self')
    .meta(rest('POST', '/api/users/profile/erase/', 'Erase the own account'))
    .input(eraseOwnInput)
    .output(detailAnswer)
    .mutation(eraseOwn),
  erase: permitted('data.erase')
    .meta(rest('POST', '/api/users/{id}/erase/', 'Erase a subscriber who asked for it'))
    .input(eraseInput)
    .output(detailAnswer)
    .mutation(eraseOnRequest),
})
