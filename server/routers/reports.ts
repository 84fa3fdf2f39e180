import { responseInput, responseTimes, slowestAlerts, slowestInput } from '@tvarit/shared/contracts/reports'
import { readResponseTimes } from '@tvarit/shared/domain/operations/overview/read-response-times'
import { readSlowestAlerts } from '@tvarit/shared/domain/operations/overview/read-slowest-alerts'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const reportsRouter = router({
  response: permitted('figures.read')
    .meta(rest('GET', '/api/figures/response/', 'How long people waited for help, by day'))
    .input(responseInput)
    .output(responseTimes)
    .query(readResponseTimes),
  slowest: permitted('figures.read')
    .meta(rest('GET', '/api/figures/slowest/', 'The alerts of a range that waited longest'))
    .input(slowestInput)
    .output(slowestAlerts)
    .query(readSlowestAlerts),
})
