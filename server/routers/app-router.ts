import { router } from '../trpc/procedures.ts'
import { alertsRouter } from './alerts.ts'
import { authRouter } from './auth.ts'
import { couponsRouter } from './coupons.ts'
import { usersRouter } from './users.ts'

/** One router per domain; each is a table of contents: permission, input, verb, output. */
export const appRouter = router({ auth: authRouter, users: usersRouter, coupons: couponsRouter, alerts: alertsRouter })

export type AppRouter = typeof appRouter
