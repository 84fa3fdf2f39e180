import { sql } from 'kysely'
import type { SignedInCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { lockAlert } from './lock-alert.ts'
import { takeAlert } from './take-alert.ts'

export type OpenAlert = Awaited<ReturnType<typeof lockOpenAlert>>

/**
 * Locks an alert that an ambulance or a handover may still be added to: pending, or attended and younger than a day
 * (decision 013). 404 for an unknown one, 409 with the text `rejected` for any other.
 */
export async function lockOpenAlert(db: Tx, id: number, rejected: string) {
  const alert = await lockAlert(db, id)
  if (alert.status === 'REJECTED') throw new DomainError('CONFLICT', `This alert was rejected. ${rejected}`)
  if (alert.status === 'ATTENDED' && !alert.young) {
    throw new DomainError('CONFLICT', `This alert was closed and is older than a day. ${rejected}`)
  }
  return alert
}

/** Claims an unclaimed alert for the actor; any other gets its next version. True when it was claimed. */
export async function takeOrTouch(tx: SignedInCtx & { db: Tx }, alert: OpenAlert): Promise<boolean> {
  const take = alert.status === 'PENDING' && alert.claimed_by === null
  if (take) await takeAlert(tx, alert)
  else await touchAlert(tx.db, alert.id, tx.actor.id)
  return take
}

/**
 * Writes a new version of the alert. An act of its owner (`acted_by`) begins their deadlines again; one of a colleague,
 * a driver or a hospital does not.
 */
export async function touchAlert(db: Tx, id: number, acted_by?: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set({
      version: sql`version + 1`,
      ...(acted_by !== undefined && {
        last_act_at: sql`case when claimed_by = ${acted_by} then now() else last_act_at end`,
      }),
    })
    .where('id', '=', id)
    .execute()
}
