import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Seconds a worker owns a message; renewed before each provider. Longer than one provider call may take (3 s). */
export const LEASE_SECONDS = 3.5

/** A message this worker owns, as long as `attempts` has not moved on. */
export interface ClaimedMessage {
  id: number
  to_phone: string
  template: string
  params: unknown
  params_sealed: Buffer | null
  alert_id: number | null
  recipient_name: string | null
  attempts: number
  created_at: Date
  expired: boolean
  /** The state before: `sending` means that a worker died in the middle and nobody knows whether it went out. */
  previous: 'pending' | 'sending'
}

/** Claims a message that is due: a conditional update, so that one of many workers gets it. Null for the others. */
export async function claimMessage(db: Db, id: number): Promise<ClaimedMessage | null> {
  const result = await sql<ClaimedMessage>`
    update messages set state = 'sending', attempts = attempts + 1, uncertain = uncertain or state = 'sending',
      claimed_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and (state = 'pending' or (state = 'sending' and claimed_until < now()))
    returning new.id, new.to_phone, new.template, new.params, new.params_sealed, new.alert_id, new.recipient_name,
      new.attempts, new.created_at, new.expires_at < now() as expired, old.state as previous`.execute(db)
  return result.rows[0] ?? null
}

/** Extends the claim before another provider is tried; false when the message is no longer ours. */
export async function renewClaim(db: Db, message: ClaimedMessage): Promise<boolean> {
  const result = await db
    .updateTable('messages')
    .set({ claimed_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', message.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
