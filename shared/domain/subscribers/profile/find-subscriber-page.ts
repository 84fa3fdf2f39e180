import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SubscriberListInput } from '../../../contracts/subscribers.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { todayInIndia } from '../../../platform/india-sql.ts'
import type { RowCursor } from '../../ground/lists/cursor.ts'
import { findPage, type Listed } from '../../ground/lists/find-page.ts'
import { PERSON_NAME } from '../../ground/lists/find-user-page.ts'
import {
  asCursors,
  afterCursor,
  byDay,
  byName,
  type CursorRow,
  cursorColumns,
  type Order,
  orderBy,
  orderOf,
  orderWithin,
  toCursor,
} from '../../ground/lists/order.ts'
import { cappedCount, type Count, type Found, type Range } from '../../ground/lists/read-page.ts'
import type { Search } from '../../ground/lists/search-page.ts'
import { eachWord, type SearchTerm, type SearchWord } from '../../ground/lists/search-term.ts'
import { readTally } from '../../ground/tallies/read-tallies.ts'

/** People who are looked at to tell common words from rare ones. */
const SAMPLE = 4_000
/** Fewer of them with all words promise no page within ten thousand rows of the order. */
const FEW = 4
/** Of several words the count looks at this many people who have one of them. */
const MOST_COUNTED = 5_000
const EVERY_PROFILE = sql`join subscriber_profiles p on p.user_id = u.id`

type SubscriberRange = Range<RowCursor>

export type SubscriberFilters = Pick<
  SubscriberListInput,
  'start_date' | 'ending_date' | 'state' | 'plan' | 'expiry' | 'registered_by'
> & {
  /** Only this person. */
  only: number | null
}

export function subscriberFilters(
  ctx: ScopedCtx,
  { start_date, ending_date, state, plan, expiry, registered_by }: SubscriberListInput,
): SubscriberFilters {
  const only = ctx.scope === 'all' ? null : ctx.actor.id
  return { start_date, ending_date, state, plan, expiry, registered_by, only }
}

const ACTIVE = sql`u.deleted_at is null and u.role = 'user'`
const PEOPLE = sql`subscriber_profiles p join users u on u.id = p.user_id and ${ACTIVE}`

/** Looks up the active user of each row by itself: for some thousand rows the planner would read all users. */
const looksUp = (id: ReturnType<typeof sql>) =>
  sql`join lateral (
    select u.id, u.search, u.first_name, u.last_name from users u where u.id = ${id} and ${ACTIVE} offset 0) u on true`

/** A filter by dates is a piece of the index that gives the order. */
export function subscriberOrder({ sort, expiry }: Pick<SubscriberListInput, 'sort' | 'expiry'>): Order {
  const usual = expiry === 'soon' ? 'ending_date' : expiry === 'over' ? '-ending_date' : '-start_date'
  return orderOf(sort ?? usual, sort?.endsWith('name') ? sql`u.id` : sql`p.user_id`, {
    name: byName(PERSON_NAME),
    start_date: byDay(sql`p.start_date`),
    ending_date: byDay(sql`p.ending_date`),
  })
}

/** Everything that is listed, for the file: there is time to look at each row. */
export const listedSubscribers = (filters: SubscriberFilters, order: Order, term: SearchTerm | null): Listed => ({
  from: sql`${PEOPLE} where ${within(filters)} and ${term ? sql`(${matches(term.words)} or ${hasCode(term)})` : sql`true`}`,
  order,
})

/** Without a search: straight along the index. The number of all subscribers is a tally. */
export function findSubscriberPage(
  db: Db,
  range: SubscriberRange,
  filters: SubscriberFilters,
  order: Order,
): Promise<Found<RowCursor>> {
  return findPage(db, range, listedSubscribers(filters, order, null), () =>
    isEverybody(filters)
      ? readTally(db, 'users.user').then((count) => ({ count, capped: false }))
      : countWithin(db, filters),
  )
}

/** Counted along the indexes of profiles without looking at people; the few who were removed are taken away again. */
async function countWithin(db: Db, filters: SubscriberFilters): Promise<Count> {
  // No index knows several filters together: counting looks at many rows for each that matches, and ends early.
  const { start_date, ending_date, ...others } = filters
  const several = [start_date ?? ending_date, ...Object.values(others)].filter(Boolean).length > 1
  const most = several ? LIMITS.count_most_of_several_filters : LIMITS.count_most
  const counted = await sql<{ found: number; removed: number }>`
    select
      (select count(*) from (
        select from subscriber_profiles p where ${within(filters)} limit ${most + 1}) match) as found,
      (select count(*) from users u join subscriber_profiles p on p.user_id = u.id and ${within(filters)}
        where u.deleted_at is not null and u.role = 'user') as removed`.execute(db)
  const { found, removed } = counted.rows[0]!
  const { count, capped } = cappedCount(found, most)
  return { count: capped ? count : count - removed, capped }
}

/** All words, each in the name, e-mail or phone number of `u` or the state of `p`. */
function matches(words: readonly SearchWord[], search = sql`u.search || ''`): RawBuilder<unknown> {
  const one = ({ pattern, states }: SearchWord) =>
    states.length > 0 ? sql`(${search} like ${pattern} or ${inStates(states)})` : sql`${search} like ${pattern}`
  return words.length > 0 ? sql.join(words.map(one), sql` and `) : sql`true`
}

const inStates = (states: string[]) => sql`p.state = any(${states}::text[])`

/** The people whose coupon has the code: a handful. The fence keeps the planner from starting with all used coupons. */
const byCode = (code_pattern: string) => sql`select user_id from (
  select user_id from coupons where (serial_number || ' ' || coupon_code) like ${code_pattern} offset 0) sticker
  where user_id is not null`

const hasCode = ({ code_pattern }: SearchTerm) => (code_pattern ? sql`u.id in (${byCode(code_pattern)})` : sql`false`)

/** By the words of name, e-mail, phone number and state, or by serial number or coupon code. */
export function subscriberSearch(
  db: Db,
  term: SearchTerm,
  filters: SubscriberFilters,
  order: Order,
): Search<RowCursor> {
  const { words, code_pattern } = term
  const indexable = words.filter((word) => word.indexable)
  /** The index is asked for all words at once that can only be in a person, or for one that may also be a state. */
  const choices = [
    indexable.filter(({ states }) => states.length === 0),
    ...indexable.filter(({ states }) => states.length > 0).map((word) => [word]),
  ].filter((choice) => choice.length > 0)
  let asked = choices[0]!
  const by_name = order.key?.type === 'text'
  /** Every subscriber has a profile; it is only looked at for what is asked of it. */
  const may_be_state = words.some(({ states }) => states.length > 0)
  const looks_at_profile = may_be_state || !isEverybody(filters)
  /** The profile of each row by itself: for some thousand rows the planner would read all profiles. */
  const profiles = sql`join lateral (
    select p.start_date, p.ending_date, p.user_id, p.state from subscriber_profiles p
    where p.user_id = u.id and ${within(filters)} offset 0) p on true`
  const joined = looks_at_profile ? profiles : sql``
  const walked = !by_name
    ? sql`subscriber_profiles p where ${within(filters)}`
    : looks_at_profile
      ? sql`${PEOPLE} where ${within(filters)}`
      : sql`users u where ${ACTIVE}`

  const isAsked = () => eachWord({ words: asked }, (pattern) => sql`u.search like ${pattern}`)

  async function near(range: SubscriberRange, window: number) {
    const most = Math.max(range.offset + range.limit, window)
    const near_order = orderWithin(order, 'p')
    const looked = await sql<{ seen: number; cursors: CursorRow[] | null }>`
      with near as materialized (
        select ${cursorColumns(order)} ${may_be_state ? sql`, p.state` : sql``} from ${walked} and ${afterCursor(order, range)}
        order by ${orderBy(order, range)} limit ${window}
      ), match as (
        select p.key, p.id from near p ${looksUp(sql`p.id`)} where (${matches(words)} or ${hasCode(term)})
        order by ${orderBy(near_order, range)} limit ${most}
      )
      select (select count(*) from near) as seen, (${asCursors(order, range)}) as cursors`.execute(db)
    return { seen: looked.rows[0]!.seen, cursors: (looked.rows[0]!.cursors ?? []).map(toCursor) }
  }

  /** All matches up to `most`, each once; `columns` of u and p. */
  function hits(columns: RawBuilder<unknown>, join: RawBuilder<unknown>, most: number, most_looked_at?: number) {
    const others = words.filter((word) => !asked.includes(word))
    const states = asked.flatMap((word) => word.states)
    const some = (people: RawBuilder<unknown>) => sql`(select ${columns} from ${people} limit ${most})`
    const named = most_looked_at
      ? sql`(select * from users u where ${isAsked()} and ${ACTIVE} limit ${most_looked_at}) u ${join} where`
      : sql`users u ${join} where ${isAsked()} and ${ACTIVE} and`
    const parts = [some(sql`${named} ${matches(others)}`)]
    if (states.length > 0) {
      const people = sql`subscriber_profiles p ${looksUp(sql`p.user_id`)}`
      parts.push(some(sql`${people} where ${inStates(states)} and ${within(filters)} and ${matches(others)}`))
    }
    if (code_pattern) parts.push(some(sql`users u ${join} where u.id in (${byCode(code_pattern)}) and ${ACTIVE}`))
    return sql.join(parts, sql` union `)
  }

  async function gather(range: SubscriberRange, most: number) {
    const hit_order = orderWithin(order, 'hits')
    const gathered = await sql<{ found: number; cursors: CursorRow[] | null }>`
      with hits as materialized (${hits(cursorColumns(order), profiles, most)}), match as (
        select key, id from hits where ${afterCursor(hit_order, range)}
        order by ${orderBy(hit_order, range)} limit ${range.limit} offset ${range.offset}
      )
      select (select count(*) from hits) as found, (${asCursors(order, range)}) as cursors`.execute(db)
    return { found: gathered.rows[0]!.found, cursors: (gathered.rows[0]!.cursors ?? []).map(toCursor) }
  }

  async function count(most: number) {
    const most_looked_at = asked.length < words.length ? MOST_COUNTED : undefined
    const counted = await sql<{ found: number; looked_at: number }>`
      select count(*) as found, ${
        most_looked_at
          ? sql`(select count(*) from (select from users u where ${isAsked()} and ${ACTIVE}
              limit ${most_looked_at}) looked)`
          : sql`0`
      } as looked_at
      from (${hits(sql`u.id`, joined, most, most_looked_at)}) match`.execute(db)
    const { found, looked_at } = counted.rows[0]!
    return { found, bounded: looked_at === most_looked_at }
  }

  /** Asks the index for what is rarest among some people, and returns how common that is; 0 if few have all words. */
  async function share() {
    const counts = choices.map((choice) => sql`count(*) filter (where ${matches(choice, sql`p.search`)})`)
    const looked = await sql<{ seen: number; matching: number; counts: number[] }>`
      select count(*) as seen, count(*) filter (where ${matches(words, sql`p.search`)}) as matching,
        json_build_array(${sql.join(counts)}) as counts
      from (
        select u.search${may_be_state ? sql`, p.state` : sql``} from users u ${may_be_state ? EVERY_PROFILE : sql``}
        where ${ACTIVE} limit ${SAMPLE}
      ) p`.execute(db)
    const { seen, matching, counts: found } = looked.rows[0]!
    const fewest = Math.min(...found)
    asked = choices[found.indexOf(fewest)]!
    // Walking names while most of them fall to a filter costs more than gathering.
    return matching < FEW || (by_name && !isEverybody(filters)) ? 0 : fewest / seen
  }

  return {
    near,
    indexed: indexable.length > 0 ? { gather, count, ...(choices.length > 1 || by_name ? { share } : {}) } : null,
    async sample(rows) {
      const looked = await sql<{ seen: number; found: number }>`
        select count(*) as seen, count(*) filter (where ${matches(words, sql`p.search`)}) as found from (
          select u.search${looks_at_profile ? sql`, p.state` : sql``} from users u ${joined} where ${ACTIVE} limit ${rows}
        ) p`.execute(db)
      return looked.rows[0]!
    },
  }
}

const REGISTERED_BY = {
  self: sql<boolean>`p.registered_by is null`,
  office: sql<boolean>`p.registered_by is not null`,
  partner: sql<boolean>`p.seller_id is not null`,
}

/**
 * What ends before a day began a term before it, so the indexes by start know it, too. Nothing began both before and after a
 * day: PostgreSQL sees that from the two days alone and reads no row.
 */
function endsBefore(day: RawBuilder<unknown>, start_date: string | undefined): RawBuilder<boolean> {
  const last_start = sql`${day} - ${LIMITS.term_days}::int`
  const possible = start_date ? sql`${start_date}::date < ${last_start}` : sql`true`
  return sql`p.ending_date < ${day} and p.start_date < ${last_start} and ${possible}`
}

const isEverybody = (filters: SubscriberFilters) => Object.values(filters).every((value) => !value)

function within({ start_date, ending_date, state, plan, expiry, registered_by, only }: SubscriberFilters) {
  const conditions = [
    start_date ? sql<boolean>`p.start_date >= ${start_date}::date` : null,
    ending_date ? sql<boolean>`p.start_date <= ${ending_date}::date` : null,
    state ? sql<boolean>`p.state = ${state}` : null,
    plan ? sql<boolean>`p.plan ${plan === 'BASIC' ? sql`=` : sql`<>`} 'BASIC'` : null,
    expiry === 'over' ? endsBefore(todayInIndia, start_date) : null,
    expiry === 'soon'
      ? sql<boolean>`p.ending_date >= ${todayInIndia} and ${endsBefore(sql`(${todayInIndia} + ${LIMITS.expiring_days + 1}::int)`, start_date)}`
      : null,
    registered_by ? REGISTERED_BY[registered_by] : null,
    only ? sql<boolean>`p.user_id = ${only}` : null,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
