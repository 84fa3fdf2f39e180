import { sql } from 'kysely'
import { isActive } from '../../contracts/dispatch-states.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Db } from '../../platform/database/database.ts'
import { active } from '../alerts/active-dispatch.ts'
import { mayBeCalled } from '../alerts/reach-conditions.ts'
import { waitedFor } from '../alerts/waiting.ts'
import { adminsAfter } from '../alerts/escalation-times.ts'
import type { ClaimedMessage } from './claim-message.ts'

/**
 * Why a message is not due any more, as a sentence for the timeline, or null.
 *
 * | template                         | cancelled when                                             |
 * | -------------------------------- | ---------------------------------------------------------- |
 * | any call                         | the alert is a drill; the person was notified                  |
 * | a relative's call                | the alert was closed                                       |
 * | any of a dispatch                | the ambulance was called back or is done                   |
 * | any of a handover                | its link has ended; for relatives, all of its hospital     |
 * | `driver_called_back`             | the ambulance was sent again to the alert that it names    |
 * | `staff_escalation`, also spoken  | no alert waits that long any more                          |
 * | `screens_lost`, also spoken      | a console is armed again                                   |
 * | `relative_alert`                 | the alert was closed                                       |
 * | `relative_attended`              | the alert was opened again                                 |
 */
export async function cancellationReason(db: Db, message: ClaimedMessage, config: Config): Promise<string | null> {
  const over = message.channel === 'voice' ? await callReason(db, message, config) : null
  if (over) return over
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
  if (message.template === 'driver_called_back')
    return (await isSentAgain(db, message)) ? 'The ambulance was sent again first.' : null
  if (message.template.startsWith('staff_escalation'))
    return (await anyWaits(db)) ? null : 'The alert was claimed first.'
  if (message.template.startsWith('screens_lost'))
    return (await isSilent(db)) ? null : 'A console was armed again first.'
  const attended = message.template === 'relative_attended'
  if ((message.template !== 'relative_alert' && !attended) || message.alert_id === null) return null
  const alert = await db.selectFrom('alerts').select('status').where('id', '=', message.alert_id).executeTakeFirst()
  const open = alert?.status === 'PENDING'
  if (attended) return open ? 'The alert was opened again.' : null
  // Also after an attempt that may have gone out: those relatives get the closing message.
  return open ? null : 'The alert was closed first.'
}

/** A phone rings only while the alert is open and as long as nothing else reached the person. */
async function callReason(db: Db, message: ClaimedMessage, config: Config): Promise<string | null> {
  if (message.alert_id === null) return null
  const alert = await db
    .selectFrom('alerts')
    .select(['status', 'drill'])
    .where('id', '=', message.alert_id)
    .executeTakeFirst()
  // One round of calls to staff speaks for all alerts that wait, and an attended alert's ambulance may still be needed.
  const outlives = message.template === 'staff_escalation_call' || message.template === 'driver_dispatch_call'
  if (alert?.status !== 'PENDING' && !outlives) return 'The alert was closed first.'
  if (alert?.drill) return 'Nobody is called for a drill.'
  const { rows } = await sql<{ due: boolean }>`
    select ${mayBeCalled(config)} as due from messages c join messages m on m.dedupe_key = split_part(c.dedupe_key, ':call:', 1)
    where c.id = ${message.id} and m.id <> c.id`.execute(db)
  return rows[0]?.due === false ? 'Another message reached this person first.' : null
}

/** The order to come is newer than the text that it is not needed. */
async function isSentAgain(db: Db, { to, params }: ClaimedMessage): Promise<boolean> {
  const coming = await db
    .selectFrom('dispatches as d')
    .innerJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .select('d.id')
    .where('d.alert_id', '=', (params as { alert_id: number }).alert_id)
    .where('v.driver_phone', '=', to)
    .where(active)
    .executeTakeFirst()
  return coming !== undefined
}

/** One text speaks for all alerts that wait: it is true as long as one of them does. */
async function anyWaits(db: Db): Promise<boolean> {
  const alert = await db.selectFrom('alerts').select('id').where(waitedFor(adminsAfter)).limit(1).executeTakeFirst()
  return alert !== undefined
}

async function isSilent(db: Db): Promise<boolean> {
  const watch = await db.selectFrom('console_watch').select('silent_since').executeTakeFirst()
  return watch?.silent_since != null
}

/** True while a link is valid: the hospital's own, or for relatives any link to the same hospital. */
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
