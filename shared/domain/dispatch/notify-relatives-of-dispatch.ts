import { LIMITS } from '../../contracts/limits.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { ownLinks } from '../alerts/own-links.ts'
import { createMessage } from '../messages/create-message.ts'
import { addressOf, relativesOf } from '../subscribers/contacts/relatives-of.ts'

/** After this the ambulance has long arrived. */
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
  const linkOf = await ownLinks(tx, alert.id)
  for (const relative of relatives) {
    const { url, first } = linkOf(relative.phone)
    await createMessage(tx.db, {
      ...textOf(tx.config, sent, name, url),
      ...addressOf(relative),
      dedupe_key: `dispatch:${dispatch_id}:relative:${relative.phone}`,
      valid_seconds: VALID_SECONDS,
      alert_id: alert.id,
      dispatch_id,
      ...first,
    })
  }
}

/** Chooses the registered text that says all that is known. */
function textOf(config: Config, { ambulance, outside_provider, eta_minutes }: Sent, name: string, url: string) {
  if (!ambulance) {
    return {
      template: 'relative_dispatch_outside',
      params: { provider: outside_provider, name, url, call_back: config.BRAND_PHONE },
    } as const
  }
  const { vehicle_number: vehicle, driver_name, driver_phone } = ambulance
  const known = { vehicle, name, driver_name, driver_phone, url }
  return eta_minutes === null || eta_minutes > LIMITS.promised_minutes_message
    ? ({ template: 'relative_dispatch_no_eta', params: known } as const)
    : ({ template: 'relative_dispatch', params: { ...known, eta_minutes: eta_minutes } } as const)
}
