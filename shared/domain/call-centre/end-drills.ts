import { sql } from 'kysely'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { hours, minutes, olderThan } from '../../platform/database/moments-sql.ts'

/** Closes drills that are unclaimed after 30 minutes, and claimed ones after a day. Returns how many. */
export async function endDrills({ ctx }: { ctx: Ctx }): Promise<number> {
  let ended = 0
  while (await endOne(ctx)) ended += 1
  return ended
}

const endOne = (ctx: Ctx): Promise<boolean> =>
  inTransaction(ctx, async ({ db }) => {
    const found = await sql<{ id: number; taken: boolean }>`
      update alerts set status = 'REJECTED', description = ${TEXTS.drill_ended}, closed_at = now(), version = version + 1
      where id = (
        select id from alerts
        where status = 'PENDING' and drill and (
          (claimed_by is null and ${olderThan('waiting_since', minutes(LIMITS.drill_minutes))})
          or ${olderThan('timestamp', hours(LIMITS.drill_hours))})
        order by id limit 1 for no key update skip locked)
      returning id, claimed_by is not null as taken`.execute(db)
    const drill = found.rows[0]
    if (!drill) return false
    await appendEvent(db, {
      alert_id: drill.id,
      kind: 'rejected',
      detail: { ended_by_itself: drill.taken ? 'forgotten' : 'untaken' },
    })
    return true
  })
