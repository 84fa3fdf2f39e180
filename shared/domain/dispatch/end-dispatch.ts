import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { active } from './active-dispatch.ts'

/**
 * Calls the ambulance of an alert back, if it has one, and makes it available again; the driver's link is dead with it.
 * The caller holds the alert and appends the event. Returns the name of what was called back, or null.
 */
export async function callBack(
  db: Tx,
  alert_id: number,
  why: { cancel_reason: string; declined?: boolean },
): Promise<string | null> {
  const ended = await db
    .updateTable('dispatches as d')
    .set({
      state: 'CANCELLED',
      cancelled_at: sql`now()`,
      cancel_reason: why.cancel_reason,
      declined: why.declined ?? false,
    })
    .where('d.alert_id', '=', alert_id)
    .where(active)
    .returning(['d.id', 'd.ambulance_id', 'd.outside_provider'])
    .executeTakeFirst()
  if (!ended) return null
  return (await release(db, ended.ambulance_id)) ?? ended.outside_provider
}

/** An ambulance is free again; one that was taken off duty in between stays off. Returns its number. */
export async function release(db: Tx, ambulance_id: number | null): Promise<string | null> {
  if (ambulance_id === null) return null
  const { vehicle_number } = await db
    .updateTable('ambulances')
    .set({ status: sql`case when status = 'BUSY' then 'AVAILABLE' else status end` })
    .where('id', '=', ambulance_id)
    .returning('vehicle_number')
    .executeTakeFirstOrThrow()
  return vehicle_number
}
