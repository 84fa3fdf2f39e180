import { sql, type SqlBool } from 'kysely'
import type { Language } from '../../contracts/scan.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { active } from '../alerts/active-dispatch.ts'

/**
 * Makes an available ambulance busy: of many requests at once exactly one gets it. The others are rejected with 409 and
 * what it does instead; 404 when there is none.
 */
export async function takeAmbulance(
  db: Tx,
  id: number,
): Promise<{ vehicle_number: string; driver_name: string; driver_phone: string; driver_language: Language }> {
  const taken = await db
    .updateTable('ambulances as v')
    .set({ status: 'BUSY' })
    .where('v.id', '=', id)
    .where('v.status', '=', 'AVAILABLE')
    .where('v.retired_at', 'is', null)
    .where(sql<SqlBool>`not exists (select from dispatches d where d.ambulance_id = v.id and ${active})`)
    .returning(['v.vehicle_number', 'v.driver_name', 'v.driver_phone', 'v.driver_language'])
    .$narrowType<{ driver_language: Language }>()
    .executeTakeFirst()
  if (!taken) throw await whyNot(db, id)
  return taken
}

async function whyNot(db: Tx, id: number): Promise<DomainError> {
  const ambulance = await db
    .selectFrom('ambulances as v')
    .leftJoin('dispatches as d', (join) =>
      join.onRef('d.ambulance_id', '=', 'v.id').on('d.shares', 'is', null).on(active),
    )
    .select(['v.vehicle_number', 'v.status', 'v.retired_at', 'd.alert_id'])
    .where('v.id', '=', id)
    .executeTakeFirst()
  if (!ambulance) return new DomainError('NOT_FOUND', 'Ambulance not found')
  const { vehicle_number, status, retired_at, alert_id } = ambulance
  if (alert_id !== null) return new DomainError('CONFLICT', `${vehicle_number} is already on its way to another alert.`)
  if (retired_at) return new DomainError('CONFLICT', `${vehicle_number} is not in service any more.`)
  return new DomainError('CONFLICT', `${vehicle_number} is ${status === 'OFF' ? 'off duty' : 'busy'}.`)
}
