import { sql } from 'kysely'
import type { DriverStepInput, DriverView } from '../../contracts/dispatch.ts'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import { advanceDispatch } from './advance-dispatch.ts'
import { countWrongLink } from '../records/links.ts'
import { driverView, findDriverDispatch } from './read-driver-view.ts'

/**
 * Takes a step from the driver page. Null, without a reason, for a link that is unknown, over, called back or a day
 * old. Throws CONFLICT for declining at the scene.
 */
export async function stepDispatch({
  ctx,
  input: { token, ...pressed },
}: VerbArgs<DriverStepInput & { token: string }, Ctx>): Promise<DriverView | null> {
  for (let tries = 0; tries < 2; tries += 1) {
    const dispatch = await findDriverDispatch(ctx.db, token)
    if (!dispatch) break
    const moved = await inTransaction(ctx, (tx) =>
      advanceDispatch(tx, { ...pressed, alert_id: dispatch.alert_id, only: dispatch.id }, null),
    )
    if (moved) return driverView(ctx, sql`d.id = ${dispatch.id}`)
    // Called back while the step waited: the link may belong to another alert of the accident now.
  }
  await countWrongLink(ctx)
  return null
}
