import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database.ts'
import { createMessage } from '../messages/create-message.ts'
import { relativesOf } from '../messages/relatives-of.ts'
import { newLinkToken } from './links.ts'

/** Later the ambulance has long been there. */
const VALID_SECONDS = 30 * 60

interface Sent {
  alert: { id: number; user_id: number | null; drill: boolean }
  dispatch_id: number
  /** Null for an outside provider. */
  ambulance: { vehicle_number: string; driver_name: string; driver_phone: string } | null
  eta_minutes: number | null
}

/**
 * In the transaction that sends an ambulance: one message for each relative, with the link to follow it, or none to
 * anybody. Returns why they get none although there are some; null otherwise.
 */
export async function tellRelativesOfDispatch(tx: Ctx & { db: Tx }, sent: Sent): Promise<string | null> {
  const { alert, dispatch_id, ambulance, eta_minutes } = sent
  if (alert.user_id === null || alert.drill) return null
  const { name, relatives } = await relativesOf(tx.db, alert.user_id)
  if (relatives.length === 0) return null
  // The text is registered with the operators as it is: it needs a driver to call and a time.
  if (!ambulance) return 'it has no driver they could call'
  if (eta_minutes === null) return 'without the place of the accident nobody can say when it arrives'
  const { track_token } = await tx.db
    .updateTable('alerts')
    .set({ track_token: sql`coalesce(track_token, ${newLinkToken()})` })
    .where('id', '=', alert.id)
    .returning('track_token')
    .executeTakeFirstOrThrow()
  for (const relative of relatives) {
    await createMessage(tx.db, {
      template: 'relative_dispatch',
      to_phone: relative.phone,
      params: {
        vehicle: ambulance.vehicle_number,
        name,
        driver_name: ambulance.driver_name,
        driver_phone: ambulance.driver_phone,
        eta_minutes: Math.min(eta_minutes, 999),
        url: `${tx.config.PUBLIC_URL}/t/${track_token}`,
      },
      dedupe_key: `dispatch:${dispatch_id}:relative:${relative.phone}`,
      valid_seconds: VALID_SECONDS,
      alert_id: alert.id,
      dispatch_id,
      recipient_name: relative.name,
      recipient_relation: relative.relation,
    })
  }
  return null
}
