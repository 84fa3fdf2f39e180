import {
  handoverPage,
  handoverView,
  hospitalChoices,
  hospitalChoicesInput,
  revokeHandoverInput,
  sendHandoverInput,
} from '@tvarit/shared/contracts/handover'
import { linkToken } from '@tvarit/shared/contracts/dispatch'
import { listHospitalChoices } from '@tvarit/shared/domain/emergency/handover/list-hospital-choices'
import { readHandoverPage } from '@tvarit/shared/domain/emergency/handover/read-handover-page'
import { revokeHandover } from '@tvarit/shared/domain/emergency/handover/revoke-handover'
import { sendHandover } from '@tvarit/shared/domain/emergency/handover/send-handover'
import { requireLink } from '../trpc/require-link.ts'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

export const handoverRouter = router({
  choices: permitted('handover.act')
    .meta({
      rest: {
        method: 'GET',
        path: '/api/qr/alerts/{id}/hospitals/',
        summary: 'The five nearest emergency hospitals, or those that match a search',
      },
    })
    .input(hospitalChoicesInput)
    .output(hospitalChoices)
    .query(({ ctx, input }) => listHospitalChoices({ ctx, input })),
  send: permitted('handover.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/handovers/',
        status: 201,
        summary: 'Send a hospital the link to the health data; relatives are told',
      },
    })
    .input(sendHandoverInput)
    .output(handoverView)
    .mutation(({ ctx, input }) => sendHandover({ ctx, input })),
  revoke: permitted('handover.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/handovers/{id}/revoke/',
        summary: 'Kill the link of a hospital',
      },
    })
    .input(revokeHandoverInput)
    .output(handoverView)
    .mutation(({ ctx, input }) => revokeHandover({ ctx, input })),
  page: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/api/handover/{token}/',
        summary: 'What is behind a hospital link, without the health data',
      },
    })
    .input(linkToken)
    .output(handoverPage)
    .query(async ({ ctx, input }) => requireLink(await readHandoverPage({ ctx, input }))),
})
