import { sql } from 'kysely'
import { FALLBACK_SECONDS } from '../../contracts/ladder.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { begins, wasNotified } from '../alerts/reach-conditions.ts'
import { fallBackToSms } from './fall-back.ts'
import { olderThan, seconds, within } from '../../platform/database/moments-sql.ts'

/** After this a worker that was away leaves it. */
const LATE_SECONDS = 600

/** Messages of one run, which is followed by another one at once. */
const BATCH = 200

/**
 * Sends by SMS one batch of what went by WhatsApp and was not delivered in 30 s, unless its person was notified in another
 * way. Once for each message, with any number of workers. Returns how many.
 */
export async function fallBackLate({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m
    where m.channel = 'whatsapp' and m.state in ('pending', 'sending', 'sent')
      and ${within('m.created_at', seconds(LATE_SECONDS))}
      and ${olderThan('m.created_at', seconds(FALLBACK_SECONDS))}
      and ${begins} and not exists (select from messages s where s.dedupe_key = m.dedupe_key || ':sms')
      and not (m.template = 'relative_alert' and ${wasNotified(ctx.config)})
    order by m.id`.execute(ctx.db)
  if (rows.length === 0) return 0
  return inTransaction(ctx, async ({ db }) => {
    let made = 0
    for (const { id } of rows.slice(0, BATCH)) if ((await fallBackToSms(db, id)) !== null) made++
    return made
  })
}
