import { sql } from 'kysely'
import { z } from 'zod'
import { LIMITS } from '../../contracts/limits.ts'
import type { Db } from '../../platform/database.ts'
import { direction } from '../lists/order.ts'
import { cappedCount, type Found, type Range } from '../lists/read-page.ts'
import type { Search } from '../lists/search-keys.ts'
import type { SearchTerm } from '../lists/search-term.ts'
import { readTally } from '../tallies/read-tallies.ts'

/** Subscribers are listed by the first day of their term, newest first: a filter by dates is then a piece of the index. */
export const subscriberKey = z.tuple([z.iso.date(), z.number().int().positive()])
export type SubscriberKey = z.infer<typeof subscriberKey>
type SubscriberRange = Range<SubscriberKey>

export interface SubscriberFilters {
  start_date: string | undefined
  ending_date: string | undefined
  /** Only this person. */
  only: number | null
}

const LIVING = sql`u.deleted_at is null and u.role = 'user'`

/** Without a search: straight along the index. The number of all subscribers is a tally. */
export async function subscriberKeys(
  db: Db,
  range: SubscriberRange,
  filters: SubscriberFilters,
): Promise<Found<SubscriberKey>> {
  const order = direction(range)
  const people = sql`subscriber_profiles p join users u on u.id = p.user_id and ${LIVING}`
  const [keys, counted] = await Promise.all([
    sql<{ start_date: string; user_id: number }>`
      select p.start_date, p.user_id from ${people} where ${within(filters)} and ${beyond(range)}
      order by p.start_date ${order}, p.user_id ${order} limit ${range.limit} offset ${range.offset}`.execute(db),
    isEverybody(filters)
      ? readTally(db, 'users.user').then((count) => ({ count, capped: false }))
      : sql<{ found: number }>`select count(*) as found from (
          select from ${people} where ${within(filters)} limit ${LIMITS.count_most + 1}) match`
          .execute(db)
          .then(({ rows }) => cappedCount(rows[0]!.found)),
  ])
  return { keys: keys.rows.map((row): SubscriberKey => [row.start_date, row.user_id]), ...counted }
}

/** By name, e-mail, phone number, serial number or coupon code. */
export function subscriberSearch(db: Db, term: SearchTerm, filters: SubscriberFilters): Search<SubscriberKey> {
  const code = sql`(c.serial_number || ' ' || c.coupon_code) like ${term.code_pattern}`
  const hasCode = term.code_pattern ? sql`or exists (select from coupons c where c.user_id = u.id and ${code})` : sql``
  return {
    async near(range, window) {
      const order = direction(range)
      const most = Math.max(range.offset + range.limit, window > 1_000 ? 0 : window)
      const looked = await sql<{ seen: number; keys: SubscriberKey[] | null }>`
        with near as materialized (
          select p.start_date, p.user_id from subscriber_profiles p where ${within(filters)} and ${beyond(range)}
          order by p.start_date ${order}, p.user_id ${order} limit ${window}
        ), match as (
          select near.start_date, near.user_id from near join users u on u.id = near.user_id and ${LIVING}
          where u.search like ${term.pattern} ${hasCode}
          order by near.start_date ${order}, near.user_id ${order} limit ${most}
        )
        select (select count(*) from near) as seen, (${asKeys(range)}) as keys`.execute(db)
      return { seen: looked.rows[0]!.seen, keys: looked.rows[0]!.keys ?? [] }
    },
    indexed: term.indexable
      ? async (range, most) => {
          const byCode = sql`union (select p.start_date, p.user_id
            from coupons c join users u on u.id = c.user_id and ${LIVING} join subscriber_profiles p on p.user_id = u.id
            where ${code} and ${within(filters)} limit ${most})`
          const order = direction(range)
          const gathered = await sql<{ found: number; keys: SubscriberKey[] | null }>`
            with hits as materialized (
              (select p.start_date, p.user_id from users u join subscriber_profiles p on p.user_id = u.id
                where u.search like ${term.pattern} and ${LIVING} and ${within(filters)} limit ${most})
              ${term.code_pattern ? byCode : sql``}
            ), match as (
              select p.start_date, p.user_id from hits p where ${beyond(range)}
              order by p.start_date ${order}, p.user_id ${order} limit ${range.limit} offset ${range.offset}
            )
            select (select count(*) from hits) as found, (${asKeys(range)}) as keys`.execute(db)
          return { found: gathered.rows[0]!.found, keys: gathered.rows[0]!.keys ?? [] }
        }
      : null,
    async plain(most) {
      // The empty text keeps the trigram index out of it.
      const counted = await sql<{ found: number }>`
        select count(*) as found from (
          select from users u join subscriber_profiles p on p.user_id = u.id
          where ${LIVING} and (u.search || '') like ${term.pattern} and ${within(filters)} limit ${most}) match`.execute(
        db,
      )
      return counted.rows[0]!.found
    },
  }
}

/** The rows of `match` as one value: hundreds of small rows would cost more to send than to find. */
const asKeys = (range: SubscriberRange) => sql`
  select json_agg(json_build_array(start_date, user_id) order by start_date ${direction(range)}, user_id
    ${direction(range)}) from match`

const isEverybody = ({ start_date, ending_date, only }: SubscriberFilters) => !start_date && !ending_date && !only

function within({ start_date, ending_date, only }: SubscriberFilters) {
  const conditions = [
    start_date ? sql<boolean>`p.start_date >= ${start_date}::date` : null,
    ending_date ? sql<boolean>`p.start_date <= ${ending_date}::date` : null,
    only ? sql<boolean>`p.user_id = ${only}` : null,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

function beyond({ from, backwards }: SubscriberRange) {
  if (!from) return sql`true`
  return sql`(p.start_date, p.user_id) ${backwards ? sql`>` : sql`<`} (${from[0]}::date, ${from[1]}::bigint)`
}
