import { sql } from 'kysely'
import {
  HOSPITAL_COLUMNS,
  type ImportAnswer,
  type ImportHospital,
  importHospitalInput,
} from '../../../contracts/registry.ts'
import { inTransaction, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { checkRows } from './check-rows.ts'
import { hospitalKey, lockHospitals } from './hospital-identity.ts'
import { readCsv } from './read-csv.ts'

/**
 * Adds and updates the hospitals of a CSV, all or none. One of the same name and phone number is updated; it keeps what
 * the file does not say.
 */
export async function importHospitals({ ctx, input }: VerbArgs<{ file: File }>): Promise<ImportAnswer> {
  const table = await readCsv(input.file, HOSPITAL_COLUMNS)
  const rows = checkRows(table, {
    schema: importHospitalInput,
    cell: toHospitalCell,
    keyOf: hospitalKey,
    key_column: 'name',
  })
  return inTransaction(ctx, async (ctx) => {
    await lockHospitals(ctx.db)
    const written = await write(ctx.db, rows, table.header.includes('email'))
    const added = written.filter(({ is_new }) => is_new).length
    const counts = { added, updated: written.length - added }
    await writeAudit(ctx, {
      action: 'hospital.imported',
      subject: 'hospital',
      subject_id: null,
      detail: { ...counts, ids: written.map(({ id }) => id) },
    })
    return counts
  })
}

/** In one statement that touches only changed rows: a handover of any other hospital waits for nothing. */
async function write(db: Tx, rows: ImportHospital[], says_email: boolean): Promise<{ id: number; is_new: boolean }[]> {
  const written = await sql<{ id: number; is_new: boolean }>`
    with rows as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, phone text, email text,
        address text, latitude float8, longitude float8, emergency boolean, language text)
    ), known as (
      select h.id, r.name, r.phone, r.address, r.latitude, r.longitude, coalesce(r.emergency, h.emergency) as emergency,
        coalesce(r.language, h.language) as language, case when ${says_email} then r.email else h.email end as email
      from rows r join hospitals h on h.retired_at is null and h.phone = r.phone and fold_text(h.name) = fold_text(r.name)
    ), changed as (
      update hospitals h set name = k.name, email = k.email, address = k.address, latitude = k.latitude,
        longitude = k.longitude, emergency = k.emergency, language = k.language
      from known k where h.id = k.id and (h.name, h.email, h.address, h.latitude, h.longitude, h.emergency, h.language)
        is distinct from (k.name, k.email, k.address, k.latitude, k.longitude, k.emergency, k.language)
    ), added as (
      insert into hospitals (name, phone, email, address, latitude, longitude, emergency, language)
      select r.name, r.phone, r.email, r.address, r.latitude, r.longitude, coalesce(r.emergency, true),
        coalesce(r.language, 'en') from rows r
      where not exists (select from known k where k.phone = r.phone and fold_text(k.name) = fold_text(r.name))
      returning id
    )
    select id, true as is_new from added union all select id, false from known`.execute(db)
  return written.rows
}

function toHospitalCell(column: string, text: string): unknown {
  if (column === 'latitude' || column === 'longitude') return text === '' ? undefined : Number(text)
  if (column === 'language') return text.toLowerCase() || undefined
  if (column !== 'emergency') return text
  const answer = text.toLowerCase()
  if (answer === '') return undefined
  return YES.includes(answer) ? true : NO.includes(answer) ? false : text
}

const YES = ['yes', 'y', 'true', '1']
const NO = ['no', 'n', 'false', '0']
