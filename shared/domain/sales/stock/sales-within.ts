import { type RawBuilder, sql } from 'kysely'
import { chainBelow } from './chain-below.ts'

/**
 * SQL, what follows `with recursive`: `sales`, the rows of `sales_counts` of a member and all below, or of all (null), in
 * the months that meet the condition. The fence (`offset 0`) looks each member up by its key: the rows of a recursion are
 * guessed too many for that.
 */
export const salesWithin = (top: number | null, months: RawBuilder<unknown>): RawBuilder<unknown> =>
  top === null
    ? sql`sales as (select * from sales_counts where ${months})`
    : sql`${chainBelow(sql`select ${sql.lit(top)}::bigint`)},
      sellers as (select id from tops union all select id from below),
      sales as (
        select c.* from sellers, lateral (
          select * from sales_counts where holder_id = sellers.id and ${months} offset 0) c
      )`
