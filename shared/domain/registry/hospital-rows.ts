import type { Hospital } from '../../contracts/registry.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Db } from '../../platform/database/database.ts'

/** Hospitals of these ids, retired ones too, as callers see them; in no order. */
export async function hospitalRows(db: Db, ids: number[]): Promise<Hospital[]> {
  const rows = await db
    .selectFrom('hospitals')
    .select(['id', 'name', 'phone', 'email', 'address', 'latitude', 'longitude', 'emergency', 'language', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    ...row,
    language: row.language as Language,
    created_at: row.created_at.toISOString(),
  }))
}
