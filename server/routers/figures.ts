import { responseInput, responseTimes, slowestAlerts, slowestInput } from '@tvarit/shared/contracts/figures'
import { readResponseTimes } from '@tvarit/shared/domain/operations/overview/read-response-times'
import { readSlowestAlerts } from '@tvarit/shared/domain/operations/overview/read-slowest-alerts'
import { permitted, router } from '../trpc/procedures.ts'

export const figuresRouter = router({
  response: permitted('figures.read')
    .meta({
      rest: { method: 'GET', path: '/api/figures/response/', summary: 'How long people waited for help, by day' },
    })
    .input(responseInput)
    .output(responseTimes)
    .query(({ ctx, input }) => readResponseTimes({ ctx, input })),
  slowest: permitted('figures.read')
    .meta({
      rest: { method: 'GET', path: '/api/figures/slowest/', summary: 'The alerts of a range that waited longest' },
    })
    .input(slowestInput)
    .output(slowestAlerts)
    .query(({ ctx, input }) => readSlowestAlerts({ ctx, input })),
})
