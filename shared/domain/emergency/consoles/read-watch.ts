import type { ConsoleWatch } from '../../../contracts/consoles.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { listening } from './listening.ts'

/** Whether anybody listens for alerts, and since when not. */
export async function readWatch({ ctx }: { ctx: SignedInCtx }): Promise<ConsoleWatch> {
  const row = await ctx.db
    .selectFrom('console_watch')
    .select(['silent_since', 'told_at', listening.as('listening')])
    .executeTakeFirstOrThrow()
  // The watch looks once a second: until it has, the count is right and the rest is of the moment before.
  const silent = row.listening === 0
  return {
    listening: row.listening,
    silent_since: silent ? (row.silent_since?.toISOString() ?? null) : null,
    told_at: silent ? (row.told_at?.toISOString() ?? null) : null,
    on_call_numbers: ctx.config.ON_CALL_NUMBERS.length,
  }
}
