import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { createMessage } from '../../ground/messages/create-message.ts'
import { relativesOf } from '../../subscribers/contacts/relatives-of.ts'
import { newLinkToken } from '../../ground/links/links.ts'

/** Later the ambulance has long been there. */
const VALID_SECONDS = 30 * 60

interface Sent {
  alert: { id: number; user_id: number | null; drill: boolean }
  dispatch_id: number
  /** Null for an outside provider. */
  ambulance: { vehicle_number: string; driver_name: string; driver_phone: string } | null
  outside_provider: string | null
  eta_minutes: number | null
}

/** In the transaction that sends an ambulance: one message for each relative, with the link to follow it. */
export async function notifyRelativesOfDispatch(tx: Ctx & { db: Tx }, sent: Sent): Promise<void> {
  const { alert, dispatch_id } = sent
  if (alert.user_id === null || alert.drill) return
  const { name, relatives } = await relativesOf(tx.db, alert.user_id)
  if (relatives.length === 0) return
  const { track_token } = await tx.db
    .updateTable('alerts')
    .set({ track_token: sql`coalesce(track_token, ${newLinkToken()})` })
    .where('id', '=', alert.id)
    .returning('track_token')
    .executeTakeFirstOrThrow()
  const text = textOf(tx.config, sent, name, `${tx.config.PUBLIC_URL}/t/${track_token}`)
  for (const relative of relatives) {
    await createMessage(tx.db, {
      ...text,
      to_phone: relative.phone,
      dedupe_key: `dispatch:${dispatch_id}:relative:${relative.phone}`,
      valid_seconds: VALID_SECONDS,
      alert_id: alert.id,
      dispatch_id,
      recipient_name: relative.name,
      recipient_relation: relative.relation,
    })
  }
}

/** The registered text that says all that is known. */
function textOf(config: Config, { ambulance, outside_provider, eta_minutes }: Sent, name: string, url: string) {
  if (!ambulance) {
    return {
      template: 'relative_dispatch_outside',
      params: { provider: outside_provider, name, url, call_back: config.BRAND_PHONE },
    } as const
  }
  const { vehicle_number: vehicle, driver_name, driver_phone } = ambulance
  const known = { vehicle, name, driver_name, driver_phone, url }
  return eta_minutes === null
    ? ({ template: 'relative_dispatch_no_eta', params: known } as const)
    : ({ template: 'relative_dispatch', params: { ...known, eta_minutes: Math.min(eta_minutes, 999) } } as const)
}
