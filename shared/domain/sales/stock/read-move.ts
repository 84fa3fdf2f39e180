import { sql, type SqlBool } from 'kysely'
import type { StockMoveDetail } from '../../../contracts/stock.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { withinReach } from '../chain/within-reach.ts'
import { findMoves } from './find-moves.ts'

/** A transfer that gave to or took from a member within reach; others do not exist here (NOT_FOUND). */
export async function readMove({ ctx, input }: VerbArgs<{ id: number }, ScopedCtx>): Promise<StockMoveDetail> {
  const row = await ctx.db
    .selectFrom('stock_moves as m')
    .select(
      sql<string[] | null>`case when m.bulk_job_id is null then (
        select array_agg(c.serial_number order by c.id) from unnest(m.coupons) r, lateral (
          select id, serial_number from coupons where id >= lower(r) and id < upper(r) order by id offset 0) c) end`.as(
        'serial_numbers',
      ),
    )
    .where('m.id', '=', input.id)
    .where(sql<SqlBool>`(${ctx.scope === 'all'} or exists (
      select from users u where u.id in (m.from_id, m.to_id) and ${withinReach(ctx)}))`)
    .executeTakeFirst()
  const [move] = row ? await findMoves(ctx.db, [input.id]) : []
  if (!row || !move) throw new DomainError('NOT_FOUND', TEXTS.stock_move_not_found)
  return { ...move, serial_numbers: row.serial_numbers ?? [] }
}
