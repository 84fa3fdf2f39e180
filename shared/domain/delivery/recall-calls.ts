import { sql } from 'kysely'
import { createProviders } from '../../platform/carriers/create-providers.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { withTimeout } from '../../platform/process/with-timeout.ts'
import { mayBeCalled } from '../alerts/reach-conditions.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { PROVIDER_TIMEOUT_MS } from './create-senders.ts'
import { minutes, within } from '../../platform/database/moments-sql.ts'

/** With a provider that does not answer a run lasts as long as one try. */
const AT_ONCE = 20

interface Placed {
  id: number
  provider: string
  provider_id: string
  alert_id: number
  recipient_name: string | null
}

/**
 * Takes back calls that wait at a provider, or ring, and are not needed any more: providers place them one after the
 * other, so a phone could ring minutes after its alert was closed. A phone that rings is silenced only by the closing, a
 * driver's only by a rejection after which no alert needs the ambulance.
 *
 * Each call is taken back by one worker; if that fails, its receipts say what became of it. Returns how many.
 */
export async function recallCalls({ ctx }: { ctx: Ctx }): Promise<number> {
  const { db, config, log } = ctx
  const nowhere = { store: () => Promise.resolve(''), find: () => Promise.resolve(null) }
  const able = createProviders('voice', config, nowhere).filter(({ cancel }) => cancel !== undefined)
  if (able.length === 0) return 0
  const names = able.map(({ name }) => name as string)
  const { rows } = await sql<Placed>`
    select c.id, c.provider, c.provider_id, c.alert_id, c.recipient_name
    from messages c join messages m on m.dedupe_key = split_part(c.dedupe_key, ':call:', 1) and m.id <> c.id
      join alerts a on a.id = c.alert_id
    where c.channel = 'voice' and ${within('c.created_at', minutes(10))} and c.provider = any(${names})
      and (c.state = 'sent' or c.state = 'ringing' and a.status <> 'PENDING'
        and (a.status = 'REJECTED' or c.dispatch_id is null)) and not ${mayBeCalled(config)}
    order by c.id limit ${AT_ONCE}`.execute(db)
  const recalled = await Promise.all(
    rows.map(async (call) => {
      if (!(await noteRecalled(ctx, call))) return false
      const provider = able.find(({ name }) => name === call.provider)!
      await withTimeout(PROVIDER_TIMEOUT_MS, (signal) => provider.cancel!(call.provider_id, signal)).catch(
        (error: unknown) => log.warn({ error, message_id: call.id }, 'a call could not be taken back'),
      )
      return true
    }),
  )
  return recalled.filter(Boolean).length
}

async function noteRecalled(ctx: Ctx, { id, alert_id, recipient_name }: Placed): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const changed = await db
      .updateTable('messages')
      .set({ state: 'cancelled', last_error: 'The call was not needed any more.' })
      .where('id', '=', id)
      .where('state', 'in', ['sent', 'ringing'])
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await appendEvent(db, {
      alert_id,
      kind: 'message',
      detail: { recipient: recipient_name ?? 'relative', state: 'cancelled' },
    })
    return true
  })
}
