import { sql } from 'kysely'
import { type Ctx, inTransaction, type VerbArgs } from '../../platform/context.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { readTrack } from './read-track.ts'

/**
 * Notes that a relative has opened their own link: nothing more is needed to tell them. False for a link that is unknown
 * or has ended. Links that all relatives share confirm nothing.
 */
export async function confirmTrack({ ctx, input }: VerbArgs<{ token: string }, Ctx>): Promise<boolean> {
  const view = await readTrack({ ctx, input })
  if (view?.confirmed !== false) return view !== null
  await inTransaction(ctx, async ({ db }) => {
    const message = await db
      .updateTable('messages')
      .set({
        state: 'confirmed',
        confirmed_at: sql`now()`,
        delivered_at: sql`coalesce(delivered_at, now())`,
        claimed_until: null,
      })
      .where('track_token', '=', input.token)
      .where('confirmed_at', 'is', null)
      .returning(['alert_id', 'recipient_name', 'channel'])
      .executeTakeFirst()
    if (!message) return
    await appendEvent(db, {
      alert_id: message.alert_id!,
      kind: 'message',
      detail: { recipient: message.recipient_name ?? 'relative', channel: message.channel, state: 'confirmed' },
    })
  })
  return true
}
