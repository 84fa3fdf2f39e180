import { sql, type SqlBool } from 'kysely'
import type { AlertEventKind, TimelineEntry } from '../../contracts/alerts.ts'
import { LIMITS } from '../../contracts/limits.ts'
import { formatAge } from '../../contracts/format-age.ts'
import type { Db } from '../../platform/database/database.ts'

type Detail = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const OUTCOMES: Record<string, string> = {
  REACHED: 'reached',
  NO_ANSWER: 'no answer',
  BUSY_OR_OFF: 'busy or switched off',
  WRONG_NUMBER: 'wrong number',
}

const WAYS: Record<string, string> = { voice: 'Call', whatsapp: 'WhatsApp' }

/** One result of many messages is one line on the screen. */
function groupOf(kind: AlertEventKind, detail: Detail): TimelineEntry['group'] {
  if (kind !== 'message') return null
  const way = WAYS[text(detail.channel)] ?? (detail.channel === 'sms' ? 'SMS' : 'Message')
  return { title: `${way} ${text(detail.state).replace('_', ' ')}`, to: text(detail.recipient) }
}

/** One sentence per event; `who` is the actor's name, or "A person" without one. */
const SENTENCES: Record<AlertEventKind, (who: string, detail: Detail) => string> = {
  raised: (who, detail) =>
    detail.drill
      ? `${who} started a drill.`
      : `${
          detail.waited_seconds
            ? `Alert raised. The phone had no network for ${formatAge(Number(detail.waited_seconds))} after the press.`
            : 'Alert raised by a bystander.'
        }${detail.beside ? ` Alert ${text(detail.beside)} of the same sticker was being changed at that moment.` : ''}`,
  joined: (_who, detail) =>
    `The sticker was reported again; the report joined this alert.${
      detail.confirmed ? ' It came from another network and confirms the alert: it rings.' : ''
    }${farAway(detail)}`,
  details: (who, detail) =>
    detail.linked
      ? `${who} linked it with alert ${text(detail.linked)}: one accident.`
      : detail.unlinked
        ? `${who} unlinked it from alert ${text(detail.unlinked)}.`
        : detail.chosen || detail.set
          ? placeSet(who, detail)
          : `The bystander added ${text(detail.what) || 'details'}.${farAway(detail)}`,
  claimed: (who, detail) => `${who} claimed the alert${detail.marked ? ', which was marked "verify by phone"' : ''}.`,
  taken_over: (who, detail) => `${who} took over the alert from ${text(detail.from) || 'a colleague'}.`,
  released: (who, detail) =>
    detail.reason
      ? `Given back: ${text(detail.reason)}.`
      : detail.from
        ? `${who} put the alert of ${text(detail.from)} back.`
        : `${who} put the alert back.`,
  dispatched: (who, detail) =>
    `${who} ${detail.took ? 'claimed the alert and ' : ''}sent ${text(detail.vehicle_number) || 'an ambulance'}${
      detail.shared_with ? `, which goes to alert ${text(detail.shared_with)} of the same accident too` : ''
    }${detail.called_back ? ` instead of ${text(detail.called_back)}, whose driver did not answer` : ''}.`,
  dispatch_state: (_who, detail) => `${text(detail.vehicle_number) || 'The ambulance'}: ${text(detail.state)}.`,
  told: (_who, detail) =>
    detail.count === 1
      ? 'The message to 1 relative is on its way.'
      : `Messages to ${text(detail.count)} relatives are on their way.`,
  message: (_who, detail) =>
    `${WAYS[text(detail.channel)] ?? 'Message'} to ${text(detail.recipient) || 'a relative'}: ${text(detail.state).replace('_', ' ')}.`,
  called: (who, detail) =>
    `${who} called ${text(detail.recipient) || 'a relative'} (${text(detail.relation)}) by phone: ${OUTCOMES[text(detail.outcome)] ?? 'no word of the outcome'}.${
      detail.note ? ` ${text(detail.note)}` : ''
    }`,
  handover: (who, detail) =>
    detail.revoked
      ? `${who} revoked the link of ${text(detail.hospital) || 'a hospital'}.`
      : `${who} ${detail.took ? 'claimed the alert and ' : ''}sent the health data to ${text(detail.hospital) || 'a hospital'} by ${detail.channel === 'email' ? 'e-mail' : 'SMS'}.`,
  viewed: (who, detail) =>
    detail.hospital ? `${text(detail.hospital)} opened the health data.` : `${who} opened the alert.`,
  attended: (who, detail) => `${who} attended the alert: ${text(detail.description)}`,
  rejected: (who, detail) =>
    detail.ended_by_itself
      ? `${
          detail.ended_by_itself === 'forgotten'
            ? `The drill was not closed within ${LIMITS.drill_hours} hours.`
            : `Nobody claimed the drill within ${LIMITS.drill_minutes} minutes.`
        } It ended automatically.`
      : `${who} rejected the alert: ${text(detail.description)}${
          detail.called_back ? ` ${text(detail.called_back)} was called back.` : ''
        }${detail.revoked ? ` The link of ${text(detail.revoked)} was revoked.` : ''}`,
  escalated: (_who, detail) => `Not claimed for ${formatAge(Number(detail.seconds))}: ${whatEscalatingDoes(detail)}.`,
  note: (who, detail) => (detail.relatives_wait ? text(detail.note) : `${who}: ${text(detail.note)}`),
}

/** The places go from the timeline after their time; that one was set stays. */
function placeSet(who: string, { chosen, place, before }: Detail): string {
  const to = chosen ? ` to the one reported at ${text(chosen)}` : place ? ` to ${text(place)}` : ''
  return `${who} set the place${to}.${before === undefined ? '' : ` It was ${text(before) || 'unknown'} before.`}`
}

const farAway = (detail: Detail): string =>
  detail.places_differ ? ' Its place is far from the one known before: two places are reported.' : ''

function whatEscalatingDoes({ level, admins, on_call_numbers }: Detail): string {
  if (level === 1) return 'every console rings louder'
  if (level === 2)
    return `every admin gets an SMS (${Array.isArray(admins) && admins.length > 0 ? admins.join(', ') : 'there is none'})`
  if (on_call_numbers === 0) return 'no one on call gets an SMS, as no number is set'
  return on_call_numbers === 1
    ? 'the on-call number gets an SMS'
    : `the ${text(on_call_numbers)} on-call numbers get an SMS`
}

/** Internal details, such as the reason of a released alert: the subscriber does not read them. */
const INTERNAL: AlertEventKind[] = ['note', 'escalated', 'called']

/**
 * The newest entries of an alert's timeline, or the newest before the entry `before`; oldest first. `internal` shows
 * what only the call centre reads. `timeline_before` asks for the ones before these.
 */
export async function readTimeline(
  db: Db,
  alert_id: number,
  { internal, before }: { internal: boolean; before?: number | undefined },
): Promise<{ timeline: TimelineEntry[]; timeline_before: number | null }> {
  const rows = await db
    .selectFrom('alert_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.kind', 'e.at', 'e.detail', 'u.first_name', 'u.last_name'])
    .where('e.alert_id', '=', alert_id)
    .$if(!internal, (query) =>
      query.where('e.kind', 'not in', INTERNAL).where(sql<SqlBool>`not (e.kind = 'released' and e.detail ? 'reason')`),
    )
    .$if(before !== undefined, (query) =>
      query.where(
        'e.seq',
        '<',
        sql<number>`(select seq from alert_events where id = ${before} and alert_id = ${alert_id})`,
      ),
    )
    .orderBy('e.seq', 'desc')
    .limit(LIMITS.timeline_shown + 1)
    .execute()
  const shown = rows.slice(0, LIMITS.timeline_shown).toReversed()
  const timeline = shown.map((row) => {
    const actor = row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim()
    const detail = (row.detail ?? {}) as Detail
    const sentence = SENTENCES[row.kind](actor ?? 'A person', detail)
    const group = groupOf(row.kind, detail)
    return { id: row.id, kind: row.kind, at: row.at.toISOString(), actor, text: sentence, group }
  })
  return { timeline, timeline_before: rows.length > shown.length ? shown[0]!.id : null }
}
