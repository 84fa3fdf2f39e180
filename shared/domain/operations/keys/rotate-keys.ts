import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { seal, sealPrefix, unseal } from '../../../platform/secrets.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

const BATCH = 500

export interface RotationStep {
  table: string
  column: string
  /** Values sealed again so far. */
  done: number
  /** Ids of rows that no key we have opens. */
  failed: number[]
}

/**
 * Seals every value again that is not under the current SECRET_KEY, in batches of 500, and reports after each. Can be
 * stopped and started again, also beside running servers: a value that changed meanwhile is left to them. What no key
 * opens stays as it is and is reported. When nothing failed, the keys before are needed for tokens only.
 */
export async function rotateKeys({
  ctx,
  report,
}: {
  ctx: Pick<Ctx, 'db' | 'config'>
  report: (step: RotationStep) => void
}): Promise<RotationStep[]> {
  const steps: RotationStep[] = []
  for (const sealed of SEALED_COLUMNS) steps.push(await rotateColumn(ctx, sealed, report))
  return steps
}

interface SealedRow {
  id: number
  bound: string
  value: Buffer
}

async function rotateColumn(
  ctx: Pick<Ctx, 'db' | 'config'>,
  sealed: SealedColumn,
  report: (step: RotationStep) => void,
): Promise<RotationStep> {
  const step: RotationStep = { table: sealed.table, column: sealed.column, done: 0, failed: [] }
  let last = 0
  for (;;) {
    const rows = await nextRows(ctx, sealed, last)
    for (const row of rows) {
      const again = sealAgain(ctx.config, sealed, row)
      if (again) step.done += await replace(ctx, sealed, row, again)
      else step.failed.push(row.id)
    }
    report(step)
    if (rows.length < BATCH) return step
    last = rows.at(-1)!.id
  }
}

async function nextRows(ctx: Pick<Ctx, 'db' | 'config'>, sealed: SealedColumn, last: number): Promise<SealedRow[]> {
  const column = sql.ref(sealed.column)
  const id = sql.ref(sealed.id)
  const { rows } = await sql<SealedRow>`
    select ${id} as id, ${sealed.bound}::text as bound, ${column} as value from ${sql.table(sealed.table)}
    where ${column} is not null and substring(${column} from 1 for 5) <> ${sealPrefix(ctx.config)} and ${id} > ${last}
    order by ${id} limit ${BATCH}`.execute(ctx.db)
  return rows
}

function sealAgain(config: Ctx['config'], sealed: SealedColumn, { bound, value }: SealedRow): Buffer | null {
  const context = sealed.context(bound)
  try {
    return seal(config, context, unseal(config, context, value))
  } catch {
    return null
  }
}

/** Only in the place of the very value that was read. */
async function replace(
  { db }: Pick<Ctx, 'db'>,
  { table, column, id }: SealedColumn,
  row: SealedRow,
  again: Buffer,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${again}
    where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.value}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
