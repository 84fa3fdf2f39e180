import { sql } from 'kysely'
import type { StockMove } from '../../../contracts/stock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { holderJson } from '../../people/users/holder.ts'
import { rangesText } from './ranges-text.ts'

/** The transfers of these ids, in any order. The caller has checked that the reader may see them. */
export async function findMoves(db: Db, ids: number[]): Promise<StockMove[]> {
  const { rows } = await sql<Omit<StockMove, 'created_at'> & { created_at: Date }>`
    select m.id, m.created_at, ${holderJson(sql`m.from_id`)} as "from", ${holderJson(sql`m.to_id`)} as "to",
      case when j.id is not null then json_build_object('id', j.id, 'name', j.name) end as batch,
      m.numbers::text as numbers, m.count, m.note,
      (select trim(first_name || ' ' || last_name) from users where id = m.moved_by) as moved_by
    from stock_moves m left join bulk_jobs j on j.id = m.bulk_job_id where m.id = any(${ids}::bigint[])`.execute(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    numbers: row.numbers && rangesText(row.numbers),
  }))
}
