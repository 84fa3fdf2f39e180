import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The hospital the patients of these alerts are brought to: the newest handover that is not revoked. Null before. */
export async function destinationOf(db: Db, alert_ids: readonly number[]) {
  const hospital = await db
    .selectFrom('handovers as h')
    .innerJoin('hospitals as p', 'p.id', 'h.hospital_id')
    .select(['p.id as hospital_id', 'p.name', 'p.phone', 'p.latitude', 'p.longitude'])
    .where('h.alert_id', 'in', alert_ids)
    // An expired link was a true destination; only a revoked one was not.
    .where((eb) => eb.or([eb('h.revoked_at', 'is', null), eb('h.revoked_at', '>=', sql<Date>`h.expires_at`)]))
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return hospital ?? null
}
