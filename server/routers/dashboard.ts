import { dashboard } from '@tvarit/shared/contracts/dashboard'
import { readDashboard } from '@tvarit/shared/domain/operations/overview/read-dashboard'
import { permitted, router } from '../trpc/procedures.ts'

export const dashboardRouter = router({
  read: permitted('dashboard.read')
    .meta({ rest: { method: 'GET', path: '/api/dashboard/', summary: 'Figures within the own reach' } })
    .output(dashboard)
    .query(({ ctx }) => readDashboard({ ctx })),
})
