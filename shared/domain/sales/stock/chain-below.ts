import { type RawBuilder, sql } from 'kysely'
import { thisMonthInIndia } from '../../../platform/database/india-sql.ts'

/**
 * SQL, what follows `with recursive`: `below (top, id, gone)`, all members below each of `tops` (a query of ids) at any
 * depth, also those who were removed (`gone`): what they sold stays sold. `union` would end a loop.
 */
export const chainBelow = (tops: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  tops (id) as (${tops}),
  active (top, id) as (
    select parent_id, id from users where parent_id in (select id from tops) and deleted_at is null
    union
    select a.top, u.id from active a join users u on u.parent_id = a.id and u.deleted_at is null
  ),
  removed as materialized (
    select id, parent_id from users
    where deleted_at is not null and role in ('super_distributor', 'distributor', 'retailer')
  ),
  gone (top, id) as (
    select a.top, r.id from removed r join (select id as top, id from tops union all select top, id from active) a
      on a.id = r.parent_id
    union
    select g.top, r.id from gone g join removed r on r.parent_id = g.id
  ),
  below (top, id, gone) as (select top, id, false from active union all select top, id, true from gone)`

/** SQL: what the holder `h` of a lateral join has, and sold in all and this month. */
export const holderCounts = (h: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(sum(s.available), 0)::int as available, coalesce(sum(s.voided), 0)::int as voided,
    coalesce(sum(s.activated), 0)::int as activated,
    coalesce((select activated from sales_counts where holder_id = ${h}
      and month = ${thisMonthInIndia}), 0) as activated_month
  from stock_counts s where s.holder_id = ${h})`
