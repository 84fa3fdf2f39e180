import type { NoteCall } from '../../contracts/alerts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import { inTransaction, type SignedInCtx } from '../../platform/context.ts'
import { Refusal } from '../../platform/refusal.ts'
import { alertPeople } from '../messages/alert-people.ts'
import { listAlertMessages } from '../messages/list-alert-messages.ts'
import { appendEvent } from './append-event.ts'
import { touchAlert } from './lock-open-alert.ts'

/** Notes a call to somebody of an alert, open or closed, and what came of it. 404 for anybody else. */
export async function noteCall({ ctx, input }: { ctx: SignedInCtx; input: NoteCall }): Promise<{ detail: string }> {
  return inTransaction(ctx, async (tx) => {
    await touchAlert(tx.db, input.id)
    const alert = await tx.db
      .selectFrom('alerts')
      .select(['id', 'user_id'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!alert) throw new Refusal('NOT_FOUND', TEXTS.alert_not_found)
    const people = await alertPeople(tx.db, alert, await listAlertMessages(tx.db, alert.id))
    const person = people.find(({ key }) => key === input.person)
    if (!person) throw new Refusal('NOT_FOUND', 'This alert has no such person.')
    const { outcome, note } = input
    await appendEvent(tx.db, {
      alert_id: alert.id,
      kind: 'called',
      actor_id: tx.actor.id,
      detail: {
        person: person.key,
        recipient: person.name ?? person.phone,
        relation: person.relation,
        outcome,
        ...(note ? { note } : {}),
      },
    })
    return { detail: 'The call is noted.' }
  })
}
