import { sql } from 'kysely'
import type { AlertCall, AlertMessage, AlertPerson } from '../../contracts/alerts.ts'
import type { CallOutcome } from '../../contracts/call-outcomes.ts'
import { LADDER_OF } from '../../contracts/ladder.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Db } from '../../platform/database/database.ts'
import { begins, mayBeCalled, wasNotified } from '../alerts/reach-conditions.ts'
import { relativesOf } from '../subscribers/contacts/relatives-of.ts'

type Known = Omit<AlertPerson, 'message_ids' | 'calls' | 'ladder'>

/**
 * The people who are notified of an alert or can be called about it, with their messages and calls: relatives, drivers,
 * hospitals, staff it escalated to, the bystander who gave a number. Includes people without a message yet, and people whose number has changed since.
 */
export async function alertPeople(
  db: Db,
  alert: { id: number; user_id: number | null; first_respondent_phone: string | null },
  messages: readonly AlertMessage[],
  config: Config,
): Promise<AlertPerson[]> {
  const [relatives, drivers, hospitals, calls, ladders] = await Promise.all([
    alert.user_id === null ? [] : relativesOf(db, alert.user_id).then((known) => known.relatives),
    driversOf(db, alert.id),
    hospitalsOf(db, alert.id),
    callsOf(db, alert.id),
    laddersOf(db, alert.id, config),
  ])
  const people = new Map<string, AlertPerson>()
  const add = (person: Known) => {
    const known = people.get(person.key)
    if (known) return known
    const added = {
      ...person,
      message_ids: [],
      calls: calls.filter(({ key }) => key === person.key).map(withoutKey),
      ladder: ladders.get(person.key) ?? null,
    }
    people.set(person.key, added)
    return added
  }
  for (const { name, relation, phone } of relatives) add({ key: `relative:${phone}`, name, relation, phone })
  for (const { name, phone } of drivers) add({ key: `driver:${phone}`, name, relation: 'Driver', phone })
  for (const { id, name, phone } of hospitals) add({ key: `hospital:${id}`, name, relation: 'Hospital', phone })
  const { first_respondent_phone: phone } = alert
  if (phone) add({ key: `bystander:${phone}`, name: null, relation: 'Bystander', phone })
  for (const message of messages) add(addressee(message)).message_ids.push(message.id)
  return [...people.values()]
}

/** Whom a message is for. */
function addressee({ recipient_name: name, recipient_relation, to_phone, hospital_id }: AlertMessage): Known {
  const relation = recipient_relation ?? 'Relative'
  if (relation === 'Hospital' && hospital_id !== null)
    return { key: `hospital:${hospital_id}`, name, relation, phone: to_phone }
  return { key: `${KIND_OF_RELATION[relation] ?? 'relative'}:${to_phone}`, name, relation, phone: to_phone }
}

/** All others are relatives. */
const KIND_OF_RELATION: Record<string, string> = { Driver: 'driver', Admin: 'staff', 'On call': 'staff' }

const driversOf = (db: Db, alert_id: number) =>
  db
    .selectFrom('dispatches as d')
    .innerJoin('ambulances as v', 'v.id', 'd.ambulance_id')
    .select(['v.driver_name as name', 'v.driver_phone as phone'])
    .where('d.alert_id', '=', alert_id)
    .orderBy('d.id')
    .execute()

const hospitalsOf = (db: Db, alert_id: number) =>
  db
    .selectFrom('handovers as h')
    .innerJoin('hospitals as p', 'p.id', 'h.hospital_id')
    .select(['p.id', 'p.name', 'p.phone'])
    .where('h.alert_id', '=', alert_id)
    .orderBy('h.id')
    .execute()

/** Calls as `noteCall` wrote them, newest first. */
async function callsOf(db: Db, alert_id: number): Promise<(AlertCall & { key: string })[]> {
  const rows = await db
    .selectFrom('alert_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.detail', 'u.first_name'])
    .where('e.alert_id', '=', alert_id)
    .where('e.kind', '=', 'called')
    .orderBy('e.seq', 'desc')
    .execute()
  return rows.map(({ at, detail, first_name }) => {
    const { person, outcome, note } = detail as { person: string; outcome: CallOutcome; note?: string }
    return { key: person, at: at.toISOString(), by: first_name, outcome, note: note ?? null }
  })
}

const KIND_OF_LADDER = { relative: 'relative', driver: 'driver', on_call: 'staff' } as const

/** How far telling each person has come, by key; of several ladders of one person the last. */
async function laddersOf(db: Db, alert_id: number, config: Config) {
  const { rows } = await sql<{
    template: keyof typeof LADDER_OF
    to_phone: string
    began: Date
    notified: boolean
    open: boolean
  }>`
    select m.template, m.to_phone, m.created_at as began, ${wasNotified(config)} as notified, ${mayBeCalled(config)} as open
    from messages m
    where m.alert_id = ${alert_id} and m.template in (${sql.join(Object.keys(LADDER_OF))}) and ${begins}
    order by m.id`.execute(db)
  const calls = config.VOICE_PROVIDERS.length > 0
  return new Map(
    rows.map(({ template, to_phone, began, notified, open }) => {
      const name = LADDER_OF[template]
      const state = notified ? ('told' as const) : open ? ('climbing' as const) : ('over' as const)
      return [`${KIND_OF_LADDER[name]}:${to_phone}`, { name, began_at: began.toISOString(), state, calls }]
    }),
  )
}

const withoutKey = ({ key: _key, ...call }: AlertCall & { key: string }): AlertCall => call
