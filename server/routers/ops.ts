import {
  costs,
  costsInput,
  opsOverview,
  retried,
  retryJobInput,
  retryMessageInput,
  retryMessagesInput,
} from '@tvarit/shared/contracts/ops'
import { readCosts } from '@tvarit/shared/domain/operations/overview/read-costs'
import { readOverview } from '@tvarit/shared/domain/operations/overview/read-overview'
import { retryJob } from '@tvarit/shared/domain/operations/overview/retry-job'
import { retryAnyMessage, retryMessages } from '@tvarit/shared/domain/operations/overview/retry-messages'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const opsRouter = router({
  overview: permitted('ops.read')
    .meta(rest('GET', '/api/ops/', 'How the product is: processes, failures, the last synthetic scan'))
    .output(opsOverview)
    .query(readOverview),
  costs: permitted('ops.read')
    .meta(rest('GET', '/api/ops/costs/', 'Messages and calls with their cost, and limits'))
    .input(costsInput)
    .output(costs)
    .query(readCosts),
  retryMessage: permitted('ops.act')
    .meta(rest('POST', '/api/ops/messages/{id}/retry/', 'Send a failed message again'))
    .input(retryMessageInput)
    .output(retried)
    .mutation(retryAnyMessage),
  retryMessages: permitted('ops.act')
    .meta(rest('POST', '/api/ops/messages/retry/', 'Send failed messages of one kind again'))
    .input(retryMessagesInput)
    .output(retried)
    .mutation(retryMessages),
  retryJob: permitted('ops.act')
    .meta(rest('POST', '/api/ops/jobs/{id}/retry/', 'Start a failed job again'))
    .input(retryJobInput)
    .output(retried)
    .mutation(retryJob),
})
