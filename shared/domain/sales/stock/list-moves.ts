import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListPage } from '../../../contracts/lists.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import type { StockMove, stockMovesInput } from '../../../contracts/stock.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { findPage, type Listed } from '../../ground/lists/find-page.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { findMoves } from './find-moves.ts'
import { wantedHolder } from './wanted-holder.ts'

/** The paper trail of one holder, newest first; of the company: all transfers. */
export async function listMoves({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof stockMovesInput>
}): Promise<ListPage<StockMove>> {
  const holder = await wantedHolder(ctx, input.holder_id)
  const whose = holder ? sql`(m.from_id = ${holder.id} or m.to_id = ${holder.id})` : sql`true`
  const listed: Listed = {
    from: sql`stock_moves m where ${whose}`,
    order: { key: null, id: sql`m.id`, descending: true },
  }
  return readPage(input, {
    path: '/api/sales/stock/moves/',
    filters: { holder_id: input.holder_id?.toString() },
    order: listed.order,
    find: (range) => findPage(ctx.db, range, listed),
    rows: (ids) => findMoves(ctx.db, ids),
  })
}
