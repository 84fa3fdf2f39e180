import { sql } from 'kysely'
import { z } from 'zod'
import { LIMITS } from '../../../contracts/limits.ts'
import type { Db } from '../../../platform/database.ts'
import { direction } from '../../ground/lists/order.ts'
import { cappedCount, type Count, type Found, type Range } from '../../ground/lists/read-page.ts'
import type { Search } from '../../ground/lists/search-keys.ts'
import type { SearchTerm } from '../../ground/lists/search-term.ts'
import { readTally } from '../../ground/tallies/read-tallies.ts'

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

/** Looks up the living person behind each row by itself: the planner would rather read all users for some thousand. */
const looksUp = (id: ReturnType<typeof sql>) =>
  sql`join lateral (select u.id, u.search from users u where u.id = ${id} and ${LIVING} offset 0) u on true`

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
      : countInPeriod(db, filters),
  ])
  return { keys: keys.rows.map((row): SubscriberKey => [row.start_date, row.user_id]), ...counted }
}

/** Counted along the index of dates without looking at people; the few who were removed are taken away again. */
async function countInPeriod(db: Db, filters: SubscriberFilters): Promise<Count> {
  const counted = await sql<{ found: number; removed: number }>`
    select
      (select count(*) from (
        select from subscriber_profiles p where ${within(filters)} limit ${LIMITS.count_most + 1}) match) as found,
      (select count(*) from users u join subscriber_profiles p on p.user_id = u.id and ${within(filters)}
        where u.deleted_at is not null and u.role = 'user') as removed`.execute(db)
  const { found, removed } = counted.rows[0]!
  const { count, capped } = cappedCount(found)
  return { count: capped ? count : count - removed, capped }
}

/** By name, e-mail, phone number, serial number or coupon code. */
export function subscriberSearch(db: Db, term: SearchTerm, filters: SubscriberFilters): Search<SubscriberKey> {
  const { pattern, code_pattern } = term
  const inPeriod = sql`${within(filters)}`
  /** Whose sticker has the code: a handful. The fence keeps the planner from starting with all stickers that are used. */
  const byCode = sql`select user_id from (
    select user_id from coupons where (serial_number || ' ' || coupon_code) like ${code_pattern} offset 0) sticker
    where user_id is not null`
  /** The profile of each, by itself: the planner would rather read all profiles for some thousand people. */
  const profiles = sql`join lateral (
    select p.start_date, p.user_id from subscriber_profiles p where p.user_id = u.id and ${inPeriod} offset 0) p on true`

  async function near(range: SubscriberRange, window: number) {
    const order = direction(range)
    const most = Math.max(range.offset + range.limit, window)
    const looked = await sql<{ seen: number; keys: SubscriberKey[] | null }>`
      with near as materialized (
        select p.start_date, p.user_id from subscriber_profiles p where ${inPeriod} and ${beyond(range)}
        order by p.start_date ${order}, p.user_id ${order} limit ${window}
      ), match as (
        select near.start_date, near.user_id from near ${looksUp(sql`near.user_id`)}
        where (u.search || '') like ${pattern} ${code_pattern ? sql`or u.id in (${byCode})` : sql``}
        order by near.start_date ${order}, near.user_id ${order} limit ${most}
      )
      select (select count(*) from near) as seen, (${asKeys(range)}) as keys`.execute(db)
    return { seen: looked.rows[0]!.seen, keys: looked.rows[0]!.keys ?? [] }
  }

  /** All matches up to `most`, each once; `columns` of u and p. */
  const hits = (columns: ReturnType<typeof sql>, join: ReturnType<typeof sql>, most: number) => sql`
    (select ${columns} from users u ${join} where u.search like ${pattern} and ${LIVING} limit ${most})
    ${
      code_pattern
        ? sql`union (select ${columns} from users u ${join} where u.id in (${byCode}) and ${LIVING} limit ${most})`
        : sql``
    }`

  async function gather(range: SubscriberRange, most: number) {
    const order = direction(range)
    const gathered = await sql<{ found: number; keys: SubscriberKey[] | null }>`
      with hits as materialized (${hits(sql`p.start_date, p.user_id`, profiles, most)}), match as (
        select p.start_date, p.user_id from hits p where ${beyond(range)}
        order by p.start_date ${order}, p.user_id ${order} limit ${range.limit} offset ${range.offset}
      )
      select (select count(*) from hits) as found, (${asKeys(range)}) as keys`.execute(db)
    return { found: gathered.rows[0]!.found, keys: gathered.rows[0]!.keys ?? [] }
  }

  async function count(most: number) {
    // Every subscriber has a profile; it is only looked at for its dates.
    const join = isEverybody(filters) ? sql`` : profiles
    const counted = await sql<{ found: number }>`
      select count(*) as found from (${hits(sql`u.id`, join, most)}) match`.execute(db)
    return counted.rows[0]!.found
  }

  return {
    near,
    indexed: term.indexable ? { gather, count } : null,
    async sample(rows) {
      const looked = await sql<{ seen: number; found: number }>`
        select count(*) as seen, count(*) filter (where search like ${pattern}) as found from (
          select u.search from users u ${isEverybody(filters) ? sql`` : profiles} where ${LIVING} limit ${rows}) looked`.execute(
        db,
      )
      return looked.rows[0]!
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
