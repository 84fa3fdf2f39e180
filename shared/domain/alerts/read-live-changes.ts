import { CompiledQuery, sql } from 'kysely'
import type { LiveEvent } from '../../contracts/alerts.ts'
import type { Db } from '../../platform/database/database.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'
import { allCards, toAlertCard } from './alert-cards.ts'

/** One change with its place in the commit order, and how long ago its transaction began, by the database's clock. */
export interface LiveChange {
  event: Extract<LiveEvent, { type: 'alert' }>
  age_ms: number
  /** Of a synthetic scan. */
  synthetic: boolean
}

/**
 * Changes after `seq` in commit order, at most `limit`. Each carries the card as it is now, not as it was. A console
 * that gets several changes of one alert at once ends with the right one by version.
 */
export async function readLiveChanges(db: Db, seq: number, limit: number): Promise<LiveChange[]> {
  const { rows } = await db.executeQuery<ChangeRow>(CompiledQuery.raw(textFor(db, limit), [seq]))
  return rows.map((row) => ({
    event: { type: 'alert', seq: row.seq, kind: row.kind, alert: toAlertCard(row) },
    age_ms: row.age_ms,
    synthetic: row.synthetic,
  }))
}

const changes = (db: Db, limit: number) =>
  allCards(db)
    .innerJoin('alert_events as e', 'e.alert_id', 'a.id')
    .select((eb) => [
      // Null in no row that others see.
      eb.ref('e.seq').$notNull().as('seq'),
      'e.kind',
      sql<number>`(extract(epoch from clock_timestamp() - e.at) * 1000)::float8`.as('age_ms'),
      sql<boolean>`a.coupon_id is not distinct from ${sql.lit(SYNTHETIC_COUPON)}`.as('synthetic'),
    ])
    .where('e.seq', '>', 0)
    .orderBy('e.seq')
    // A literal: for a parameter PostgreSQL expects a tenth of all rows, and sorts them.
    .limit(sql.lit(limit))
type ChangeRow = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number]
/** The statements never change, and building one again costs 0.1 ms for which every console waits. */
const texts = new Map<number, string>()
function textFor(db: Db, limit: number): string {
  let text = texts.get(limit)
  if (!text) texts.set(limit, (text = changes(db, limit).compile().sql))
  return text
}

/** The newest cursor. */
export async function currentSeq(db: Db): Promise<number> {
  return (await db.selectFrom('live_counter').select('n').executeTakeFirstOrThrow()).n
}
