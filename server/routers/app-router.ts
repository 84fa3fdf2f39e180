import { router } from '../trpc/procedures.ts'
import { alertsRouter } from './alerts.ts'
import { auditRouter } from './audit.ts'
import { authRouter } from './auth.ts'
import { bulkJobsRouter } from './bulk-jobs.ts'
import { chainRouter } from './chain.ts'
import { couponsRouter } from './coupons.ts'
import { creatorCouponsRouter } from './creator-coupons.ts'
import { dashboardRouter } from './dashboard.ts'
import { dataRightsRouter } from './data-rights.ts'
import { dispatchRouter } from './dispatch.ts'
import { handoverRouter } from './handover.ts'
import { reportsRouter } from './reports.ts'
import { onCallRouter } from './on-call.ts'
import { opsRouter } from './ops.ts'
import { placesRouter } from './places.ts'
import { pushRouter } from './push.ts'
import { registryRouter } from './registry.ts'
import { secondFactorRouter } from './second-factor.ts'
import { shiftNotesRouter } from './shift-notes.ts'
import { stockRouter } from './stock.ts'
import { subscribersRouter } from './subscribers.ts'
import { usersRouter } from './users.ts'

/** One router per domain; each is a table of contents: permission, input, verb, output. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  subscribers: subscribersRouter,
  dashboard: dashboardRouter,
  coupons: couponsRouter,
  creatorCoupons: creatorCouponsRouter,
  bulkJobs: bulkJobsRouter,
  chain: chainRouter,
  stock: stockRouter,
  alerts: alertsRouter,
  secondFactor: secondFactorRouter,
  shiftNotes: shiftNotesRouter,
  dispatch: dispatchRouter,
  handover: handoverRouter,
  places: placesRouter,
  push: pushRouter,
  registry: registryRouter,
  figures: reportsRouter,
  audit: auditRouter,
  onCall: onCallRouter,
  ops: opsRouter,
  dataRights: dataRightsRouter,
})

export type AppRouter = typeof appRouter
