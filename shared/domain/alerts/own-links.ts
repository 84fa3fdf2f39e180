import type { Ctx } from '../../platform/context.ts'
import { newLinkToken } from '../records/links.ts'

/**
 * The link of each relative to an alert: their own, and the same in all messages. The first message with it keeps its
 * token, as `track_token`: opening the link confirms that one.
 */
export async function ownLinks({ db, config }: Pick<Ctx, 'db' | 'config'>, alert_id: number) {
  const rows = await db
    .selectFrom('messages')
    .select(['to_phone', 'track_token'])
    .where('alert_id', '=', alert_id)
    .where('track_token', 'is not', null)
    .execute()
  const known = new Map(rows.map(({ to_phone, track_token }) => [to_phone, track_token]))
  return (phone: string): { url: string; first: { track_token?: string } } => {
    const earlier = known.get(phone)
    const token = earlier ?? newLinkToken()
    return { url: `${config.PUBLIC_URL}/t/${token}`, first: earlier ? {} : { track_token: token } }
  }
}
