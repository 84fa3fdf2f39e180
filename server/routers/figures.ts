import { responseInput, responseTimes } from '@tvarit/shared/contracts/figures'
import { readResponseTimes } from '@tvarit/shared/domain/operations/overview/read-response-times'
import { permitted, router } from '../trpc/procedures.ts'

export const figuresRouter = router({
  response: permitted('figures.read')
    .meta({
      rest: { method: 'GET', path: '/api/figures/response/', summary: 'How long people waited for help, by day' },
    })
    .input(responseInput)
    .output(responseTimes)
    .query(({ ctx, input }) => readResponseTimes({ ctx, input })),
})
