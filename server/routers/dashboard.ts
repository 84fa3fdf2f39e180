import { dashboard, officeFigures } from '@tvarit/shared/contracts/dashboard'
import { readDashboard } from '@tvarit/shared/domain/operations/overview/read-dashboard'
import { readOfficeFigures } from '@tvarit/shared/domain/operations/overview/read-office-figures'
import { permitted, router } from '../trpc/procedures.ts'

export const dashboardRouter = router({
  read: permitted('dashboard.read')
    .meta({ rest: { method: 'GET', path: '/api/dashboard/', summary: 'Figures within the own reach' } })
    .output(dashboard)
    .query(({ ctx }) => readDashboard({ ctx })),
  office: permitted('dashboard.office')
    .meta({ rest: { method: 'GET', path: '/api/dashboard/office/', summary: 'Growth, renewals, failed messages' } })
    .output(officeFigures)
    .query(({ ctx }) => readOfficeFigures({ ctx })),
})
