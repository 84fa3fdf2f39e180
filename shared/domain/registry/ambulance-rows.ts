import type { Ambulance } from '../../contracts/registry.ts'
import type { Language } from '../../contracts/scan.ts'
import type { Db } from '../../platform/database/database.ts'
import { active } from '../alerts/active-dispatch.ts'

/** Ambulances of these ids, retired ones too, as callers see them; in no order. */
export async function ambulanceRows(db: Db, ids: number[]): Promise<Ambulance[]> {
  const rows = await db
    .selectFrom('ambulances as a')
    .leftJoin('dispatches as d', (join) =>
      join.onRef('d.ambulance_id', '=', 'a.id').on('d.shares', 'is', null).on(active),
    )
    .select([
      'a.id',
      'a.vehicle_number',
      'a.type',
      'a.operator',
      'a.driver_name',
      'a.driver_phone',
      'a.driver_language',
      'a.status',
    ])
    .select(['a.base_latitude', 'a.base_longitude', 'a.last_latitude', 'a.last_longitude', 'a.last_position_at'])
    .select(['d.alert_id', 'a.created_at'])
    .where('a.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    ...row,
    driver_language: row.driver_language as Language,
    last_position_at: row.last_position_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}
