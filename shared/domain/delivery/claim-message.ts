import { sql } from 'kysely'
import type { Channel } from '../../contracts/messages.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Db } from '../../platform/database/database.ts'
import { isDue, minutes } from '../../platform/database/moments-sql.ts'

/** Longer than any channel's claim lasts, many times over. */
export const LONGEST_CLAIM = minutes(10)

/** A message this worker owns, as long as `attempts` has not moved on. */
export interface ClaimedMessage {
  id: number
  channel: Channel
  language: Language
  /** Ten digits, or an e-mail address; empty for the sink. */
  to: string
  template: string
  params: unknown
  params_sealed: Buffer | null
  alert_id: number | null
  dispatch_id: number | null
  handover_id: number | null
  recipient_name: string | null
  attempts: number
  created_at: Date
  expired: boolean
  /** An earlier attempt may have gone out: a worker died during it, or a provider never answered. */
  uncertain: boolean
}

/**
 * Claims a due message by a conditional update, so that one of many workers gets it. Null for the others, and when
 * `attempts` have moved on. The claim lasts the seconds its channel may take, twice that when providers must first be
 * asked about an earlier attempt. When this worker dies, the sweep takes the message up after that.
 */
export async function claimMessage(
  db: Db,
  { message_id, attempts = null }: { message_id: number; attempts?: number | null | undefined },
  lease_seconds: Record<Channel, number>,
): Promise<ClaimedMessage | null> {
  const result = await sql<ClaimedMessage>`/* prepared */
    update messages set state = 'sending', attempts = attempts + 1, uncertain = uncertain or state = 'sending',
      next_attempt_at = now(),
      claimed_until = now() + make_interval(secs =>
        (${JSON.stringify(lease_seconds)}::jsonb ->> channel)::float8
        * case when uncertain or state = 'sending' then 2 else 1 end)
    where id = (
      select id from messages
      where id = ${message_id} and (state = 'pending' or (state = 'sending' and ${isDue('claimed_until', LONGEST_CLAIM)}))
        and attempts = coalesce(${attempts}, attempts)
      for no key update skip locked)
    returning id, channel, language, coalesce(to_phone, to_email) as "to", template, params, params_sealed, alert_id, dispatch_id,
      handover_id, recipient_name, attempts, created_at, expires_at < now() as expired, uncertain`.execute(db)
  return result.rows[0] ?? null
}
