import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** So many rows are summed at once; folding fewer would only make work for vacuum. */
const MIN_ROWS_TO_COMPACT = 50
const BATCH = 10_000

/**
 * Folds the differences of each tally into one row. Returns how many rows it removed. One statement: a reader sees all
 * the old rows or all the new ones. Rows another worker is folding are left to it.
 */
export async function compactTallies({ ctx }: { ctx: Pick<Ctx, 'db'> }): Promise<number> {
  const folded = await sql<{ taken: number }>`
    with chosen as (
      select id from tallies
      where (select count(*) from (select from tallies limit ${MIN_ROWS_TO_COMPACT + 1}) few) > ${MIN_ROWS_TO_COMPACT}
      limit ${BATCH} for update skip locked
    ), taken as (
      delete from tallies using chosen where tallies.id = chosen.id returning tallies.name, tallies.n
    ), sums as (
      insert into tallies (name, n) select name, sum(n) from taken group by name having sum(n) <> 0 returning 1
    )
    select count(*) as taken from taken`.execute(ctx.db)
  return folded.rows[0]!.taken
}
