import { sql } from 'kysely'
import type { DriverPositionInput } from '../../contracts/dispatch.ts'
import type { Ctx } from '../../platform/context.ts'
import { countWrongLink } from './links.ts'
import { ofLink } from './read-driver-view.ts'

/**
 * Where an ambulance is, from its driver's phone; an older fix than the last known changes nothing. One statement that
 * touches the ambulance only: it takes neither the alert nor the counter of live events, so that thousands of positions
 * do not slow an alert. Screens ask for it while they show it. False for a dead link, as everywhere.
 */
export async function notePosition({
  ctx,
  input,
}: {
  ctx: Ctx
  input: DriverPositionInput & { token: string }
}): Promise<boolean> {
  const { rows } = await sql`
    with drive as (select d.ambulance_id from dispatches d where ${ofLink(input.token)}),
    -- The next position comes in seconds: nobody waits for the disk, least of all an alert behind it.
    unsure as (select set_config('synchronous_commit', 'off', true)),
    fix as (select now() - ${input.fixed_ms_ago} * interval '1 millisecond' as at),
    moved as (
      update ambulances v
      set last_latitude = ${input.latitude}, last_longitude = ${input.longitude}, last_position_at = fix.at
      from drive, fix, unsure
      where v.id = drive.ambulance_id and (v.last_position_at is null or v.last_position_at < fix.at)
    )
    select from drive`.execute(ctx.db)
  if (rows.length > 0) return true
  await countWrongLink(ctx)
  return false
}
