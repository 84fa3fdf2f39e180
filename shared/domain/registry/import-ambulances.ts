import { sql } from 'kysely'
import { type AddAmbulance, addAmbulanceInput, AMBULANCE_COLUMNS, type ImportAnswer } from '../../contracts/registry.ts'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { checkRows } from './check-rows.ts'
import { readCsv } from './read-csv.ts'
import { REVIVED } from './revived.ts'

/**
 * Adds and updates the ambulances of a CSV, all or none. A known number is updated and keeps its status and position; a
 * retired one comes back and counts as added.
 */
export async function importAmbulances({
  ctx,
  input,
}: {
  ctx: SignedInCtx
  input: { file: File }
}): Promise<ImportAnswer> {
  const rows = checkRows(await readCsv(input.file, AMBULANCE_COLUMNS), {
    schema: addAmbulanceInput,
    cell: toAmbulanceCell,
    keyOf: (row) => row.vehicle_number,
    key_column: 'vehicle_number',
  })
  return inTransaction(ctx, async (ctx) => {
    const ids = await upsert(ctx.db, rows)
    const added = ids.filter(({ is_new }) => is_new).length
    const counts = { added, updated: ids.length - added }
    await writeAudit(ctx, {
      action: 'ambulance.imported',
      subject: 'ambulance',
      subject_id: null,
      detail: { ...counts, ids: ids.map(({ id }) => id) },
    })
    return counts
  })
}

function toAmbulanceCell(column: string, text: string): unknown {
  if (column === 'type') return text.toUpperCase()
  if (column.startsWith('base_')) return text === '' ? undefined : Number(text)
  return text
}

async function upsert(db: Tx, unsorted: AddAmbulance[]): Promise<{ id: number; is_new: boolean }[]> {
  // In one order, so that two imports wait for each other instead of locking each other out.
  const rows = unsorted.toSorted((a, b) => (a.vehicle_number < b.vehicle_number ? -1 : 1))
  const known = await db
    .selectFrom('ambulances')
    .select(['id', 'retired_at'])
    .where('vehicle_number', 'in', sql<string>`(select unnest(${rows.map((row) => row.vehicle_number)}::text[]))`)
    .orderBy('vehicle_number')
    .forUpdate()
    .execute()
  const retired = known.filter(({ retired_at }) => retired_at !== null).map(({ id }) => id)
  if (retired.length > 0) await db.updateTable('ambulances').set(REVIVED).where('id', 'in', retired).execute()
  const written = await db
    .insertInto('ambulances')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('vehicle_number').doUpdateSet(({ ref }) => ({
        type: ref('excluded.type'),
        operator: ref('excluded.operator'),
        driver_name: ref('excluded.driver_name'),
        driver_phone: ref('excluded.driver_phone'),
        base_latitude: ref('excluded.base_latitude'),
        base_longitude: ref('excluded.base_longitude'),
      })),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('inserted')])
    .execute()
  const revived = new Set(retired)
  return written.map(({ id, inserted }) => ({ id, is_new: inserted || revived.has(id) }))
}
