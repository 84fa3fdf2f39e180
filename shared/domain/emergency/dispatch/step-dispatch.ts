import { sql } from 'kysely'
import type { DriverStepInput, DriverView } from '../../../contracts/dispatch.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { advanceDispatch } from './advance-dispatch.ts'
import { countWrongLink } from '../../ground/links/links.ts'
import { driverView, findDrive } from './read-driver-view.ts'

/**
 * A press on the driver's page. Null, and nothing else, for a link that is unknown, over, called back or a day old.
 * Throws CONFLICT for declining at the scene.
 */
export async function stepDispatch({
  ctx,
  input: { token, ...pressed },
}: {
  ctx: Ctx
  input: DriverStepInput & { token: string }
}): Promise<DriverView | null> {
  const drive = await findDrive(ctx.db, token)
  const moved =
    drive !== null &&
    (await inTransaction(ctx, (tx) =>
      advanceDispatch(tx, { ...pressed, alert_id: drive.alert_id, only: drive.id }, null),
    ))
  if (moved) return driverView(ctx, sql`d.id = ${drive.id}`)
  await countWrongLink(ctx)
  return null
}
