import { type AddHospital, addHospitalInput, HOSPITAL_COLUMNS, type ImportAnswer } from '../../contracts/registry.ts'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkRows } from './check-rows.ts'
import { hospitalKey, lockHospitals } from './hospital-identity.ts'
import { readCsv } from './read-csv.ts'

/** Adds and updates the hospitals of a CSV, all or none. One of the same name and phone number is updated. */
export async function importHospitals({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { file: File }
}): Promise<ImportAnswer> {
  const rows = checkRows(await readCsv(input.file, HOSPITAL_COLUMNS), {
    schema: addHospitalInput,
    cell: toHospitalCell,
    keyOf: hospitalKey,
    key_column: 'name',
  })
  return inTransaction(ctx, async (ctx) => {
    await lockHospitals(ctx.db)
    const known = await ctx.db
      .selectFrom('hospitals')
      .select(['id', 'name', 'phone'])
      .where('retired_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = new Map(known.map((row) => [hospitalKey(row), row.id]))
    const fresh = rows.filter((row) => !ids.has(hospitalKey(row)))
    const added = fresh.length > 0 ? await ctx.db.insertInto('hospitals').values(fresh).returning('id').execute() : []
    const updated: number[] = []
    for (const row of rows) {
      const id = ids.get(hospitalKey(row))
      if (id !== undefined) updated.push(await update(ctx.db, id, row))
    }
    const counts = { added: added.length, updated: updated.length }
    await writeAudit(ctx, {
      action: 'hospital.imported',
      subject: 'hospital',
      subject_id: null,
      detail: { ...counts, ids: [...added.map(({ id }) => id), ...updated] },
    })
    return counts
  })
}

async function update(db: Tx, id: number, row: AddHospital): Promise<number> {
  await db.updateTable('hospitals').set(row).where('id', '=', id).execute()
  return id
}

function toHospitalCell(column: string, text: string): unknown {
  if (column === 'latitude' || column === 'longitude') return text === '' ? undefined : Number(text)
  if (column !== 'emergency') return text
  const answer = text.toLowerCase()
  if (answer === '') return undefined
  return YES.includes(answer) ? true : NO.includes(answer) ? false : text
}

const YES = ['yes', 'y', 'true', '1']
const NO = ['no', 'n', 'false', '0']
