import {
  costs,
  costsInput,
  opsOverview,
  retried,
  retryJobInput,
  retryMessageInput,
  retryMessagesInput,
  trends,
  trendsInput,
} from '@tvarit/shared/contracts/ops'
import { readCosts } from '@tvarit/shared/domain/operations/overview/read-costs'
import { readOverview } from '@tvarit/shared/domain/operations/overview/read-overview'
import { readTrends } from '@tvarit/shared/domain/operations/overview/read-trends'
import { retryJob } from '@tvarit/shared/domain/operations/overview/retry-job'
import { retryAnyMessage, retryMessages } from '@tvarit/shared/domain/operations/overview/retry-messages'
import { permitted, router } from '../trpc/procedures.ts'

export const opsRouter = router({
  overview: permitted('ops.read')
    .meta({ rest: { method: 'GET', path: '/api/ops/', summary: 'How the product is: queues, processes, failures' } })
    .output(opsOverview)
    .query(({ ctx }) => readOverview({ ctx })),
  costs: permitted('ops.read')
    .meta({
      rest: { method: 'GET', path: '/api/ops/costs/', summary: 'Messages and calls with their cost, and limits' },
    })
    .input(costsInput)
    .output(costs)
    .query(({ ctx, input }) => readCosts({ ctx, input })),
  trends: permitted('ops.read')
    .meta({ rest: { method: 'GET', path: '/api/ops/trends/', summary: 'The last day or week in steps' } })
    .input(trendsInput)
    .output(trends)
    .query(({ ctx, input }) => readTrends({ ctx, input })),
  retryMessage: permitted('ops.act')
    .meta({
      rest: { method: 'POST', path: '/api/ops/messages/{id}/retry/', summary: 'Send a failed message again' },
    })
    .input(retryMessageInput)
    .output(retried)
    .mutation(({ ctx, input }) => retryAnyMessage({ ctx, input })),
  retryMessages: permitted('ops.act')
    .meta({
      rest: { method: 'POST', path: '/api/ops/messages/retry/', summary: 'Send failed messages of one kind again' },
    })
    .input(retryMessagesInput)
    .output(retried)
    .mutation(({ ctx, input }) => retryMessages({ ctx, input })),
  retryJob: permitted('ops.act')
    .meta({ rest: { method: 'POST', path: '/api/ops/jobs/{id}/retry/', summary: 'Start a failed job again' } })
    .input(retryJobInput)
    .output(retried)
    .mutation(({ ctx, input }) => retryJob({ ctx, input })),
})
