import { sql } from 'kysely'
import {
  type AddAmbulance,
  addAmbulanceInput,
  AMBULANCE_COLUMNS,
  type ImportAnswer,
} from '../../../contracts/registry.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { checkRows } from './check-rows.ts'
import { readCsv } from './read-csv.ts'

/**
 * Adds and updates the ambulances of a CSV, all or none. A known number is updated and keeps its status and position; a
 * retired one comes back and counts as added.
 */
export async function importAmbulances({ ctx, input }: VerbArgs<{ file: File }>): Promise<ImportAnswer> {
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
  if (column === 'driver_language') return text.toLowerCase() || undefined
  return text
}

/**
 * In one statement that touches only changed rows, in one order: no other ambulance is waited for. A retired one
 * forgets what it was (`is_new`).
 */
async function upsert(db: Tx, rows: AddAmbulance[]): Promise<{ id: number; is_new: boolean }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('registry.ambulances', 0))`.execute(db)
  const written = await sql<{ id: number; is_new: boolean }>`
    with rows as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (vehicle_number text, type text,
        operator text, driver_name text, driver_phone text, driver_language text, base_latitude float8, base_longitude float8)
    ), known as (
      select a.id, a.vehicle_number, a.retired_at is not null as retired,
        (a.type, a.operator, a.driver_name, a.driver_phone, a.driver_language, a.base_latitude, a.base_longitude) is not distinct from
        (r.type, r.operator, r.driver_name, r.driver_phone, coalesce(r.driver_language, a.driver_language), r.base_latitude,
          r.base_longitude) as same, a.driver_language
      from rows r join ambulances a using (vehicle_number)
    ), revived as (
      select id from known where retired
    ), written as (
      insert into ambulances as a (vehicle_number, type, operator, driver_name, driver_phone, driver_language, base_latitude,
        base_longitude)
      select r.vehicle_number, r.type, r.operator, r.driver_name, r.driver_phone,
        coalesce(r.driver_language, k.driver_language, 'en'), r.base_latitude, r.base_longitude
      from rows r left join known k using (vehicle_number)
      where k.same is not true or k.retired
      order by r.vehicle_number
      on conflict (vehicle_number) do update set type = excluded.type, operator = excluded.operator,
        driver_name = excluded.driver_name, driver_phone = excluded.driver_phone,
        driver_language = excluded.driver_language,
        base_latitude = excluded.base_latitude, base_longitude = excluded.base_longitude,
        retired_at = null,
        status = case when a.retired_at is null then a.status else 'AVAILABLE' end,
        last_latitude = case when a.retired_at is null then a.last_latitude end,
        last_longitude = case when a.retired_at is null then a.last_longitude end,
        last_position_at = case when a.retired_at is null then a.last_position_at end
      returning id, xmax = 0 as inserted
    )
    select id, inserted or id in (select id from revived) as is_new from written
    union all select id, false from known where same and not retired`.execute(db)
  return written.rows
}
