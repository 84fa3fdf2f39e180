import type { AlertDetail } from '../../contracts/alerts.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { ScopedCtx, VerbArgs } from '../../platform/context.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { readUserRecord } from '../people/users/read-user.ts'
import { planOf } from '../subscribers/plans/plan-of.ts'
import { dispatchesOf } from '../dispatch/read-dispatches.ts'
import { handoversOf } from '../handover/read-handovers.ts'
import { alertPeople } from './alert-people.ts'
import { listAlertMessages } from './list-alert-messages.ts'
import { asSubscriber, findAlertCard } from '../alerts/alert-cards.ts'
import { readIncident } from '../alerts/read-incident.ts'
import { noteHealthView } from './note-health-view.ts'
import { readReports } from './read-reports.ts'
import { readTimeline } from './read-timeline.ts'

/**
 * The whole alert, with the subscriber's record; a view of health data by staff is audited. Scope `own` leaves out the
 * office's parts. 404 for an unknown alert, or another subscriber's.
 */
export async function readAlert({
  ctx,
  input,
}: VerbArgs<{ id: number; timeline_before?: number | undefined }, ScopedCtx>): Promise<AlertDetail> {
  const card = await findAlertCard(ctx.db, input.id)
  if (!card || (ctx.scope !== 'all' && card.user?.id !== ctx.actor.id))
    throw new DomainError('NOT_FOUND', TEXTS.alert_not_found)
  const internal = ctx.scope === 'all'
  const [user, plan, timeline, messages, reports, dispatches, handovers, accident] = await Promise.all([
    card.user ? readUserRecord(ctx, card.user.id) : null,
    planOf(ctx.db, card.user?.id ?? null, new Date(card.timestamp)),
    readTimeline(ctx.db, input.id, { internal, before: input.timeline_before }),
    internal ? listAlertMessages(ctx.db, input.id) : [],
    internal ? readReports(ctx, input.id) : [],
    internal ? dispatchesOf(ctx.db, input.id) : [],
    internal ? handoversOf(ctx.db, input.id) : [],
    internal ? readIncident(ctx.db, card) : { incident: [], nearby: [] },
  ])
  const about = { id: card.id, user_id: card.user?.id ?? null, first_respondent_phone: card.first_respondent_phone }
  const people = internal ? await alertPeople(ctx.db, about, messages, ctx.config) : []
  if (user && user.id !== ctx.actor.id) await noteHealthView(ctx, { user_id: user.id, alert_id: input.id })
  return {
    ...(internal ? card : asSubscriber(card)),
    ...accident,
    user,
    plan,
    ...timeline,
    messages,
    people,
    reports,
    dispatches,
    handovers,
  }
}
