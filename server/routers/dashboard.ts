import { dashboard, officeStatistics } from '@tvarit/shared/contracts/dashboard'
import { readDashboard } from '@tvarit/shared/domain/operations/overview/read-dashboard'
import { readOfficeStatistics } from '@tvarit/shared/domain/operations/overview/read-office-statistics'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const dashboardRouter = router({
  read: permitted('dashboard.read')
    .meta(rest('GET', '/api/dashboard/', 'Statistics within the own reach'))
    .output(dashboard)
    .query(readDashboard),
  office: permitted('dashboard.office')
    .meta(rest('GET', '/api/dashboard/office/', 'Alerts by hour, renewals, failed messages and jobs'))
    .output(officeStatistics)
    .query(readOfficeStatistics),
})
