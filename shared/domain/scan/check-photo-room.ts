import type { Ctx, VerbArgs } from '../../platform/context.ts'
import { reportNetwork } from '../alerts/report-network.ts'
import { addedBefore, checkAdditionLimits } from './added-before.ts'

/** Throws TOO_MANY_REQUESTS when no photo more would be taken for an alert: asked before one is drawn. */
export async function checkPhotoRoom({ ctx, input }: VerbArgs<{ status_token: string }, Ctx>): Promise<void> {
  const alert = await ctx.db
    .selectFrom('alerts')
    .select('id')
    .where('status_token', '=', input.status_token)
    .executeTakeFirst()
  if (!alert) return
  const photo = { first_respondent_phone: null, latitude: null, longitude: null, landmark: null, call_me: false }
  checkAdditionLimits(await addedBefore(ctx.db, alert.id, { ...photo, photo: 'one more', ip_hash: reportNetwork(ctx) }))
}
