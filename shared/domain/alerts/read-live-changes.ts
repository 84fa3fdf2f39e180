import type { LiveEvent } from '../../contracts/alerts.ts'
import type { Db } from '../../platform/database.ts'
import { alertCards, toAlertCard } from './alert-cards.ts'

/** One change with its place in the commit order. */
export type LiveChange = Extract<LiveEvent, { type: 'alert' }>

/**
 * Changes after `seq` in commit order, at most `limit`. Each carries the card as it is now (not as it was), so a
 * screen that gets several changes of one alert at once ends with the right one by version.
 */
export async function readLiveChanges(db: Db, seq: number, limit: number): Promise<LiveChange[]> {
  const rows = await alertCards(db)
    .innerJoin('alert_events as e', 'e.alert_id', 'a.id')
    .select(['e.seq', 'e.kind'])
    .where('e.seq', '>', seq)
    .orderBy('e.seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ type: 'alert', seq: row.seq, kind: row.kind, alert: toAlertCard(row) }))
}

/** The newest cursor. */
export async function currentSeq(db: Db): Promise<number> {
  return (await db.selectFrom('live_counter').select('n').executeTakeFirstOrThrow()).n
}
