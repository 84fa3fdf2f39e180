import { sql } from 'kysely'
import type { z } from 'zod'
import type { addNoteInput, AlertCard } from '../../contracts/alerts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { findAlertCard } from '../alerts/alert-cards.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { isOnTimeline } from '../alerts/is-on-timeline.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'
import { ago, days } from '../../platform/database/moments-sql.ts'

/**
 * Writes a note onto the timeline of an alert that is open or was closed in the last seven days. An older one is
 * rejected with 409. The same `note_id` again changes nothing. 404 for an unknown alert.
 */
export async function addNote({ ctx, input }: VerbArgs<z.output<typeof addNoteInput>>): Promise<AlertCard> {
  await inTransaction(ctx, async (tx) => {
    const alert = await tx.db
      .selectFrom('alerts')
      .select([
        'id',
        sql<boolean>`status <> 'PENDING'
          and closed_at < ${ago(days(LIMITS.alert_note_days))}`.as('too_old'),
      ])
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
    if (!(await isOnTimeline(tx.db, alert.id, { kind: 'note', note_id: input.note_id }))) {
      if (alert.too_old) throw new DomainError('CONFLICT', TEXTS.alert_note_too_old)
      await touchAlert(tx.db, alert.id, tx.actor.id)
      const detail = { note_id: input.note_id, note: input.note }
      await appendEvent(tx.db, { alert_id: alert.id, kind: 'note', actor_id: tx.actor.id, detail })
    }
  })
  return (await findAlertCard(ctx.db, input.id))!
}
