import { sql } from 'kysely'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'

/** Throws CONFLICT for a member who has coupons for sale. The caller has locked the member's row. */
export async function rejectWithStock(db: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ available: number }>`
    select coalesce(sum(available), 0)::int as available from stock_counts where holder_id = ${id}`.execute(db)
  const { available } = rows[0]!
  if (available > 0) throw new DomainError('CONFLICT', TEXTS.has_stock(available))
}
