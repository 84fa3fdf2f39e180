import type { NoteCall } from '../../contracts/alerts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { alertPeople } from './alert-people.ts'
import { listAlertMessages } from './list-alert-messages.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { isOnTimeline } from '../alerts/is-on-timeline.ts'
import { touchAlert } from '../alerts/lock-open-alert.ts'

const NOTED = { detail: 'The call is noted.' }

/**
 * Notes a call to a person of an alert, open or closed, and its outcome. 404 for a number the alert does not have. The
 * same `call_id` again changes nothing.
 */
export async function noteCall({ ctx, input }: VerbArgs<NoteCall>): Promise<{ detail: string }> {
  return inTransaction(ctx, async (tx) => {
    const alert = await tx.db
      .selectFrom('alerts')
      .select(['id', 'user_id', 'first_respondent_phone'])
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!alert) throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
    const people = await alertPeople(tx.db, alert, await listAlertMessages(tx.db, alert.id), tx.config)
    const person = people.find(({ key }) => key === input.person)
    if (!person) throw new DomainError('NOT_FOUND', 'This alert has no such person.')
    const { call_id, outcome, note } = input
    if (await isOnTimeline(tx.db, alert.id, { kind: 'called', call_id })) return NOTED
    if (person.key.startsWith('bystander:')) {
      await tx.db.updateTable('alerts').set({ call_asked_at: null }).where('id', '=', alert.id).execute()
    }
    await touchAlert(tx.db, alert.id, tx.actor.id)
    await appendEvent(tx.db, {
      alert_id: alert.id,
      kind: 'called',
      actor_id: tx.actor.id,
      detail: {
        call_id,
        person: person.key,
        recipient: person.name ?? person.phone,
        relation: person.relation,
        outcome,
        ...(note ? { note } : {}),
      },
    })
    return NOTED
  })
}
