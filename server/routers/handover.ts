import {
  handoverPage,
  handoverView,
  hospitalChoices,
  hospitalChoicesInput,
  revokeHandoverInput,
  sendHandoverInput,
} from '@tvarit/shared/contracts/handover'
import { linkToken } from '@tvarit/shared/contracts/dispatch'
import { listHospitalChoices } from '@tvarit/shared/domain/handover/list-hospital-choices'
import { readHandoverPage } from '@tvarit/shared/domain/handover/read-handover-page'
import { revokeHandover } from '@tvarit/shared/domain/handover/revoke-handover'
import { sendHandover } from '@tvarit/shared/domain/handover/send-handover'
import { requireLink } from '../trpc/require-link.ts'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const handoverRouter = router({
  choices: permitted('handover.act')
    .meta(
      rest(
        'GET',
        '/api/qr/alerts/{id}/hospitals/',
        'The five nearest emergency hospitals, or those that match a search',
      ),
    )
    .input(hospitalChoicesInput)
    .output(hospitalChoices)
    .query(listHospitalChoices),
  send: permitted('handover.act')
    .meta(
      rest(
        'POST',
        '/api/qr/alerts/{id}/handovers/',
        'Send a hospital the link to the health data; relatives are notified',
        { status: 201 },
      ),
    )
    .input(sendHandoverInput)
    .output(handoverView)
    .mutation(sendHandover),
  revoke: permitted('handover.act')
    .meta(rest('POST', '/api/qr/handovers/{id}/revoke/', 'Kill the link of a hospital'))
    .input(revokeHandoverInput)
    .output(handoverView)
    .mutation(revokeHandover),
  page: publicProcedure
    .meta(rest('GET', '/api/handover/{token}/', 'What is behind a hospital link, without the health data'))
    .input(linkToken)
    .output(handoverPage)
    .query(async ({ ctx, input }) => requireLink(await readHandoverPage({ ctx, input }))),
})
