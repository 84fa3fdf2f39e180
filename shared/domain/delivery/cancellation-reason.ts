import { sql } from 'kysely'
import { isActive } from '../../contracts/dispatch-states.ts'
import { LIMITS } from '../../contracts/limits.ts'
import type { Db } from '../../platform/database.ts'
import { waitedFor } from '../emergency/alerts/waiting.ts'
import type { ClaimedMessage } from './claim-message.ts'

/**
 * Why a message is not worth sending any more, or null. "There is an emergency" is not sent once the alert is closed, nor
 * anything about an ambulance that was called back or is done, nor a link that leads nowhere, nor that somebody is brought
 * to a hospital that no longer expects anybody, nor an alarm to staff that has ended; everything else stays true.
 */
export async function cancellationReason(db: Db, message: ClaimedMessage): Promise<string | null> {
  if (message.dispatch_id !== null) {
    const dispatch = await db
      .selectFrom('dispatches')
      .select('state')
      .where('id', '=', message.dispatch_id)
      .executeTakeFirst()
    return dispatch !== undefined && isActive(dispatch.state) ? null : 'The ambulance was called back first.'
  }
  if (message.handover_id !== null) {
    return (await linkLives(db, message.handover_id, message.template)) ? null : 'The link was revoked first.'
  }
  if (message.template === 'staff_escalation') return (await anyWaits(db)) ? null : 'Somebody took the alert first.'
  if (message.template === 'screens_lost') return (await isSilent(db)) ? null : 'A screen listened again first.'
  if (message.template !== 'relative_alert' || message.alert_id === null) return null
  // A relative who may have been told hears the rest of the story in the closing message; the first is still owed.
  if (message.attempts > 1) return null
  const alert = await db.selectFrom('alerts').select('status').where('id', '=', message.alert_id).executeTakeFirst()
  return alert?.status === 'PENDING' ? null : 'The alert was closed first.'
}

/** One text speaks for all alerts that wait: it is true as long as one of them does. */
async function anyWaits(db: Db): Promise<boolean> {
  const [, admins_after] = LIMITS.escalation_seconds
  const alert = await db.selectFrom('alerts').select('id').where(waitedFor(admins_after)).limit(1).executeTakeFirst()
  return alert !== undefined
}

async function isSilent(db: Db): Promise<boolean> {
  const watch = await db.selectFrom('console_watch').select('silent_since').executeTakeFirst()
  return watch?.silent_since != null
}

/** For the hospital its own link counts; for relatives any to the same hospital: they are told of it once. */
async function linkLives(db: Db, handover_id: number, template: string): Promise<boolean> {
  const live = await db
    .selectFrom('handovers as own')
    .innerJoin('handovers as h', (join) =>
      join.onRef('h.alert_id', '=', 'own.alert_id').onRef('h.hospital_id', '=', 'own.hospital_id'),
    )
    .select('h.id')
    .where('own.id', '=', handover_id)
    .where('h.revoked_at', 'is', null)
    .where('h.expires_at', '>', sql<Date>`now()`)
    .$if(template === 'hospital_handover', (query) => query.whereRef('h.id', '=', 'own.id'))
    .executeTakeFirst()
  return live !== undefined
}
