import { sql } from 'kysely'
import type { ConsoleWatch } from '../../../contracts/consoles.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { ownerAway, standingAmbulances } from '../../alerts/owner-deadlines.ts'
import { peopleOfAlerts, staffNotReached } from '../../alerts/reach-conditions.ts'
import { peopleOnCall } from '../rota/people-on-call.ts'
import { listening } from './listening.ts'

/** How many consoles are armed, since when none is, and what no card says of open alerts: presence and positions. */
export async function readWatch({ ctx }: { ctx: SignedInCtx }): Promise<ConsoleWatch> {
  const row = await ctx.db
    .selectFrom('console_watch')
    .select(['silent_since', 'told_at', listening.as('listening')])
    .executeTakeFirstOrThrow()
  const away = await sql<{ id: number }>`select distinct a.claimed_by as id from alerts a where ${ownerAway}`.execute(
    ctx.db,
  )
  const standing = await standingAmbulances.execute(ctx.db)
  const people = await peopleOfAlerts(ctx.config).execute(ctx.db)
  const failed = await staffNotReached.execute(ctx.db)
  // The watchdog runs once a second: until its next run the count is newer than the rest.
  const silent = row.listening === 0
  return {
    listening: row.listening,
    silent_since: silent ? (row.silent_since?.toISOString() ?? null) : null,
    told_at: silent ? (row.told_at?.toISOString() ?? null) : null,
    on_call_numbers: (await peopleOnCall(ctx)).now.length,
    away: away.rows.map(({ id }) => id),
    people: people.rows,
    staff_not_reached: failed.rows.map((message) => ({ ...message, failed_at: message.failed_at.toISOString() })),
    standing: standing.rows.map(({ since, rings_from, ...ambulance }) => ({
      ...ambulance,
      since: since.toISOString(),
      rings_from: rings_from?.toISOString() ?? null,
    })),
  }
}
