import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../contracts/limits.ts'
import type { SubscriberListInput } from '../../../contracts/subscribers.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { todayInIndia } from '../../../platform/database/india-sql.ts'
import type { IndexedIds, Listed } from '../../records/lists/find-page.ts'
import { byDay, byName, type Order, orderOf } from '../../records/lists/order.ts'
import { cappedCount, type Count } from '../../records/lists/read-page.ts'
import { eachWord, peopleTerm, type SearchTerm, type SearchWord } from '../../records/lists/search-term.ts'
import { PERSON_NAME } from '../../records/lists/users-of.ts'
import { tallyCount } from '../../records/tallies/read-tallies.ts'

type Filters = Pick<
  SubscriberListInput,
  'start_date' | 'ending_date' | 'state' | 'plan' | 'expiry' | 'registered_by'
> & {
  /** Only this person. */
  only: number | null
}

const ACTIVE = sql`u.deleted_at is null and u.role = 'user'`
const PEOPLE = sql`subscriber_profiles p join users u on u.id = p.user_id and ${ACTIVE}`

/**
 * Subscribers, the newest term first if not asked otherwise; search by the words of name, e-mail, phone number and state, or by
 * serial number or coupon code. With scope `own` only the caller.
 */
export function listedSubscribers({ scope, actor, db }: ScopedCtx, input: SubscriberListInput): Listed {
  const { start_date, ending_date, state, plan, expiry, registered_by, search } = input
  const only = scope === 'all' ? null : actor.id
  const filters = { start_date, ending_date, state, plan, expiry, registered_by, only }
  const listed = { from: sql`${PEOPLE} where ${within(filters)}`, order: orderFor(input) }
  if (search) {
    const term = peopleTerm(search)
    const from = sql`${listed.from} and (${matches(term.words)} or ${hasCode(term)})`
    return { ...listed, from, indexed: indexedIds(term) }
  }
  const everybody = Object.values(filters).every((value) => !value)
  return { ...listed, count: () => (everybody ? tallyCount(db, 'users.user') : countWithin(db, filters)) }
}

/** A filter by dates is a piece of the index that gives the order. */
function orderFor({ sort, expiry }: SubscriberListInput): Order {
  const usual = expiry === 'soon' ? 'ending_date' : expiry === 'over' ? '-ending_date' : '-start_date'
  return orderOf(sort ?? usual, sort?.endsWith('name') ? sql`u.id` : sql`p.user_id`, {
    name: byName(PERSON_NAME),
    start_date: byDay(sql`p.start_date`),
    ending_date: byDay(sql`p.ending_date`),
  })
}

/** Counted along the indexes of profiles without looking at people; the few who were removed are taken away again. */
async function countWithin(db: Db, filters: Filters): Promise<Count> {
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
function matches(words: readonly SearchWord[]): RawBuilder<unknown> {
  const one = ({ pattern, states }: SearchWord) =>
    states.length > 0 ? sql`(u.search like ${pattern} or ${inStates(states)})` : sql`u.search like ${pattern}`
  return words.length > 0 ? sql.join(words.map(one), sql` and `) : sql`true`
}

const inStates = (states: string[]) => sql`p.state = any(${states}::text[])`

/** The people whose coupon has the code: a handful. The fence keeps the planner from starting with all used coupons. */
const byCode = (code_pattern: string) => sql`select user_id from (
  select user_id from coupons where (serial_number || ' ' || coupon_code) like ${code_pattern} offset 0) sticker
  where user_id is not null`

const hasCode = ({ code_pattern }: SearchTerm) => (code_pattern ? sql`u.id in (${byCode(code_pattern)})` : sql`false`)

/**
 * The people who have the words of a term that can only be in a name, e-mail or phone number, and for each word that may be a
 * state those who have it. The index knows no words of fewer than three letters.
 */
function indexedIds({ words, code_pattern }: SearchTerm): IndexedIds[] {
  const indexable = words.filter((word) => word.indexable)
  const named = indexable.filter(({ states }) => states.length === 0)
  const choices = [
    ...(named.length > 0 ? [named] : []),
    ...indexable.filter(({ states }) => states.length > 0).map((word) => [word]),
  ]
  return choices.map((choice) => (most) => {
    const have = eachWord({ words: choice }, (pattern) => sql`search like ${pattern}`)
    const states = choice.flatMap((word) => word.states)
    const kinds = [sql`(select id from users where deleted_at is null and ${have} limit ${most})`]
    if (states.length > 0)
      kinds.push(sql`(select user_id from subscriber_profiles p where ${inStates(states)} limit ${most})`)
    if (code_pattern) kinds.push(sql`(${byCode(code_pattern)})`)
    return sql.join(kinds, sql` union `)
  })
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

function within({ start_date, ending_date, state, plan, expiry, registered_by, only }: Filters) {
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
