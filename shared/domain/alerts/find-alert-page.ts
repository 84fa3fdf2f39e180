import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { AlertStatus } from '../../contracts/alerts.ts'
import { day } from '../../contracts/formats.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/domain-error.ts'
import { startOfDayInIndia } from '../../platform/database/india-sql.ts'
import type { Listed } from '../records/lists/find-page.ts'
import { cappedCount, type Found, type Range } from '../records/lists/read-page.ts'
import { eachWord, type SearchTerm } from '../records/lists/search-term.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'

/**
 * Cursors of alerts. Alerts stand in two parts: open ones (0) by ascending id, closed ones (1) by descending id. A
 * closed alert changes its part. So the first number of the cursor is the `seq` at which paging began, and the parts
 * stay as they were then: no alert is shown twice or missed.
 */
export const alertCursor = z.tuple([z.number().int().min(0), z.literal([0, 1]), z.number().int().min(0)])
export type AlertCursor = z.infer<typeof alertCursor>
type Part = AlertCursor[1]

export interface AlertFilters {
  status: AlertStatus | 'CLOSED' | undefined
  /** Only alerts about this person. */
  about: number | null
  term: SearchTerm | null
}

/** Terms that match more alerts are not looked up first: walking the order finds a page of them at once. */
const FEW = 2_000

/** The cursor in front of the closed alerts of a day in India. Throws a domain error under `go_to`. */
export async function cursorAtDay(
  db: Db,
  { go_to, sort }: { go_to?: string | undefined; sort?: string | undefined },
): Promise<AlertCursor> {
  if (!day.safeParse(go_to).success) throw fieldError('go_to', TEXTS.go_to_date)
  const begins = startOfDayInIndia(sql`(${go_to}::date + ${sql.lit(sort ? 0 : 1)})`)
  // Ids rise with time: two index entries find the neighbour.
  const { rows } = await sql<{ id: number | null; begun: number }>`
    select (select id from alerts where not drill and timestamp >= ${begins} order by timestamp, id limit 1) as id,
      (select n from live_counter) as begun`.execute(db)
  const { id, begun } = rows[0]!
  return [begun, 1, (id ?? Number.MAX_SAFE_INTEGER) - (sort ? 1 : 0)]
}

/** The alerts as listed, for their file: in the order of the parts. */
export const listedAlerts = async (db: Db, filters: AlertFilters): Promise<Listed> => ({
  from: sql`alerts a where ${await condition(db, filters)}`,
  order: {
    key: null,
    id: sql`a.status <> 'PENDING', case when a.status = 'PENDING' then a.id else -a.id end`,
    descending: false,
  },
})

/** The cursors of a page of alerts, and how many match in all. */
export async function findAlertPage(
  db: Db,
  range: Range<AlertCursor>,
  filters: AlertFilters,
): Promise<Found<AlertCursor>> {
  const begun = range.from?.[0] ?? (await db.selectFrom('live_counter').select('n').executeTakeFirstOrThrow()).n
  const matching = await condition(db, filters)
  const parts: Part[] = filters.status ? [filters.status === 'PENDING' ? 0 : 1] : [0, 1]
  const view = { begun, matching, whole: parts.length === 2 }
  const [cursors, counted] = await Promise.all([
    walkParts(db, range, parts, view),
    sql<{ found: number }>`select count(*) as found from (
      select from alerts a where ${matching} limit ${LIMITS.count_most + 1}) match`.execute(db),
  ])
  return { cursors, ...cappedCount(counted.rows[0]!.found) }
}

async function walkParts(db: Db, range: Range<AlertCursor>, parts: Part[], view: View): Promise<AlertCursor[]> {
  const { from, backwards } = range
  const cursors: AlertCursor[] = []
  let skip = range.offset
  for (const part of backwards ? parts.toReversed() : parts) {
    // A part on the other side of the cursor has been passed already.
    if (from && (backwards ? part > from[1] : part < from[1])) continue
    const limit = range.limit - cursors.length
    if (limit <= 0) break
    const after = from?.[1] === part ? from[2] : null
    const ids = await idsOf(db, part, { ...view, after, backwards, limit, skip })
    cursors.push(...ids.map((id): AlertCursor => [view.begun, part, id]))
    if (ids.length > 0) skip = 0
    else if (skip > 0 && part !== parts.at(-1)) skip -= await sizeOf(db, part, view)
  }
  return cursors
}

interface View {
  begun: number
  matching: ReturnType<typeof sql>
  /** Both parts are listed: an alert closed since `begun` still counts as open. */
  whole: boolean
}

interface Slice extends View {
  after: number | null
  backwards: boolean
  limit: number
  skip: number
}

async function idsOf(db: Db, part: Part, slice: Slice): Promise<number[]> {
  const { after, backwards, limit, skip } = slice
  const rising = part === 0 ? !backwards : backwards
  const beyond = after === null ? sql`true` : sql`a.id ${rising ? sql`>` : sql`<`} ${after}`
  const order = rising ? sql`asc` : sql`desc`
  const members = membersOf(part, slice).map(
    (member) =>
      sql`(select a.id from alerts a where ${member} and ${beyond} order by a.id ${order} limit ${limit + skip})`,
  )
  const found = await sql<{ id: number }>`
    select id from (${sql.join(members, sql` union all `)}) part order by id ${order} limit ${limit} offset ${skip}`.execute(
    db,
  )
  return found.rows.map((row) => row.id)
}

async function sizeOf(db: Db, part: Part, view: View): Promise<number> {
  const members = membersOf(part, view).map((member) => sql`(select count(*) from alerts a where ${member})`)
  const size = await sql<{ n: number }>`select ${sql.join(members, sql` + `)} as n`.execute(db)
  return size.rows[0]!.n
}

/** The conditions of a part, each with an index of its own and no row in two of them. */
function membersOf(part: Part, { begun, matching, whole }: View): ReturnType<typeof sql>[] {
  const closedSince = sql`(select alert_id from alert_events where seq > ${begun} and kind in ('attended', 'rejected'))`
  if (part === 1) {
    return [sql`a.status <> 'PENDING' and ${whole ? sql`a.id not in ${closedSince}` : sql`true`} and ${matching}`]
  }
  const open = sql`a.status = 'PENDING' and ${matching}`
  return whole ? [open, sql`a.status <> 'PENDING' and a.id in ${closedSince} and ${matching}`] : [open]
}

async function condition(db: Db, { status, about, term }: AlertFilters) {
  const conditions = [
    sql`a.coupon_id is distinct from ${sql.lit(SYNTHETIC_COUPON)}`,
    ...(status ? [status === 'CLOSED' ? sql`a.status <> 'PENDING'` : sql`a.status = ${sql.lit(status)}`] : []),
    ...(about === null ? [] : [sql`a.user_id = ${about}`]),
    ...(term ? [await matches(db, term, about === null)] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** By the subscriber's name or phone, the sticker's serial number, or the bystander's phone, which no subscriber may find out. */
async function matches(db: Db, term: SearchTerm, by_bystander: boolean) {
  const { words, code_pattern } = term
  const has = (text: RawBuilder<unknown>) => eachWord(term, (pattern) => sql`${text} like ${pattern}`)
  const byPhone = by_bystander ? has(sql`a.first_respondent_phone`) : sql`false`
  if (words.some(({ indexable }) => indexable)) {
    const few = await sql<{ ids: number[] | null; found: number }>`
      with hits as (
        (select a.id from alerts a where a.user_id in (
          select id from users where deleted_at is null and ${has(sql`search`)}
          union all
          select id from users where deleted_at is not null and ${has(sql`(search || '')`)}) limit ${FEW + 1})
        union
        (select a.id from alerts a where ${byPhone} limit ${FEW + 1})
        ${
          code_pattern
            ? sql`union (select a.id from coupons c join alerts a on a.coupon_id = c.id
                where (c.serial_number || ' ' || c.coupon_code) like ${code_pattern}
                  and c.serial_number like ${code_pattern} limit ${FEW + 1})`
            : sql``
        }
      )
      select json_agg(id) as ids, count(*) as found from hits`.execute(db)
    const { ids, found } = few.rows[0]!
    if (found <= FEW) return sql`a.id = any(${ids ?? []}::bigint[])`
  }
  const bySerial = code_pattern
    ? sql`or exists (select from coupons c where c.id = a.coupon_id and c.serial_number like ${code_pattern})`
    : sql``
  return sql`((${byPhone}) or exists (
    select from users u where u.id = a.user_id and ${has(sql`(u.search || '')`)}) ${bySerial})`
}
