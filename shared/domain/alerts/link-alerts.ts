import { sql, type SqlBool } from 'kysely'
import type { AlertCard } from '../../contracts/alerts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { appendEvent } from './append-event.ts'
import { findAlertCard } from './alert-cards.ts'
import { touchAlert } from './lock-open-alert.ts'

/**
 * Links two open alerts as one accident; the accidents both belong to become one. Each alert keeps its own owner,
 * relatives and health data. Linking again changes nothing. 404 for an unknown alert, 409 for a closed one or a drill.
 */
export async function linkAlerts({
  ctx,
  input: { id, with_id },
}: VerbArgs<{ id: number; with_id: number }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const alerts = await lockIncidents(tx.db, [id, with_id])
    for (const asked of [id, with_id]) {
      const alert = alerts.find((row) => row.id === asked)
      if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
      if (alert.status !== 'PENDING') throw new DomainError('CONFLICT', `Alert ${asked} is closed.`)
      if (alert.drill) throw new DomainError('CONFLICT', 'A drill is not linked to other alerts.')
    }
    if (id === with_id) throw new DomainError('CONFLICT', 'An alert is not linked to itself.')
    const incident_id = Math.min(...alerts.map((alert) => alert.incident_id ?? alert.id))
    const moved = alerts.filter((alert) => alert.incident_id !== incident_id)
    await moveTo(tx, moved, incident_id)
    for (const alert of moved) {
      const others = alerts.filter((other) => other !== alert).map((other) => other.id)
      await appendEvent(tx.db, {
        alert_id: alert.id,
        kind: 'details',
        actor_id: tx.actor.id,
        detail: { linked: others.join(', ') },
      })
    }
  })
  return (await findAlertCard(ctx.db, id))!
}

/** Takes an alert out of its accident; the last one that is left is alone again. 404 for an unknown alert. */
export async function unlinkAlert({ ctx, input: { id } }: VerbArgs<{ id: number }>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const alerts = await lockIncidents(tx.db, [id])
    const own = alerts.find((alert) => alert.id === id)
    if (!own) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
    if (own.incident_id === null) return
    const others = alerts.filter((alert) => alert !== own)
    // An accident is called by its first alert: when that one leaves, by the first one that stays.
    const moved = others.length === 1 || own.incident_id === id ? others : []
    await moveTo(tx, [own], null)
    await moveTo(tx, moved, others.length === 1 ? null : others[0]!.id)
    for (const alert of [own, ...moved]) {
      const left = alert === own ? others.map((other) => other.id) : [id]
      await appendEvent(tx.db, {
        alert_id: alert.id,
        kind: 'details',
        actor_id: tx.actor.id,
        detail: { unlinked: left.join(', ') },
      })
    }
  })
  return (await findAlertCard(ctx.db, id))!
}

/** Locks alerts with all others of their accidents, in the order of their ids, as rides do. */
const lockIncidents = (db: Tx, ids: number[]) =>
  db
    .selectFrom('alerts as a')
    .select(['a.id', 'a.status', 'a.drill', 'a.incident_id'])
    .where(
      sql<SqlBool>`(a.id = any(${ids}::bigint[])
        or a.incident_id in (select incident_id from alerts where id = any(${ids}::bigint[])))`,
    )
    .orderBy('a.id')
    .forNoKeyUpdate()
    .execute()

async function moveTo(tx: SignedInCtx & { db: Tx }, alerts: { id: number }[], incident_id: number | null) {
  for (const { id } of alerts) {
    await tx.db.updateTable('alerts').set({ incident_id }).where('id', '=', id).execute()
    await touchAlert(tx.db, id, tx.actor.id)
    await writeAudit(tx, { action: 'alert.linked', subject: 'alert', subject_id: id, detail: { incident_id } })
  }
}
