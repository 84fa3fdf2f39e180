import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { unseal } from '../../../platform/secrets.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/** Opens every sealed value with the keys of the settings; returns how many opened and where some did not. */
export async function checkSealed({
  ctx: { db, config },
}: {
  ctx: Pick<Ctx, 'db' | 'config'>
}): Promise<{ opened: number; closed: string[] }> {
  let opened = 0
  const closed: string[] = []
  for (const { table, id, column, bound, context } of SEALED_COLUMNS) {
    const { rows } = await sql<{ id: number; bound: string; value: Buffer }>`
      select ${sql.ref(id)} as id, ${bound}::text as bound, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    const failed = rows.filter((row) => {
      try {
        unseal(config, context(row.bound), row.value)
        return false
      } catch {
        return true
      }
    })
    opened += rows.length - failed.length
    if (failed.length > 0) closed.push(`${failed.length} in ${table}.${column}`)
  }
  return { opened, closed }
}
