import { ARRIVAL_SLACK, ARRIVAL_UNKNOWN_SECONDS, OWNER_DEADLINES } from '@tvarit/shared/contracts/alert-owner'
import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { ConsoleWatch, StandingAmbulance } from '@tvarit/shared/contracts/consoles'
import type { DispatchSummary } from '@tvarit/shared/contracts/dispatch'
import { type ActiveState, isActive } from '@tvarit/shared/contracts/dispatch-states'
import { formatMinutes } from '../../lib/dates.ts'
import { firstName, unansweredSince, waitsQuietly } from './alert-facts.ts'

export type NeedGroup = 'action' | 'moving' | 'done'

/** What an alert needs, in one line: the text, then the time since `since`, then what is going on besides. */
export interface Need {
  group: NeedGroup
  tone: 'red' | 'amber' | 'green' | 'calm'
  text: string
  since: string | null
  also: string | null
  /** Smaller is more pressing. */
  rank: number
  /** Its owner let the time to act pass: every console rings. */
  missed: boolean
  /** The driver does not answer, whatever else is more pressing: one press offers the next candidate. */
  ask_next: boolean
}

/** What the consoles' watch knows of open alerts and no card says. */
export type Watched = Pick<ConsoleWatch, 'away' | 'standing' | 'people'>
/** Before the watch was read. */
export const NOTHING_WATCHED: Watched = { away: [], standing: [], people: [] }

interface Facts {
  card: AlertCard
  now: number
  owner: string
  owner_away: boolean
  /** When every console began to ring for a claimed alert. */
  missed: string | null
  ride: (DispatchSummary & { state: ActiveState }) | null
  vehicle: string
  /** The holder's stage of the ambulance's deadline has passed. */
  late: boolean
  standing: StandingAmbulance | undefined
  /** Relatives whom neither message nor call reached. */
  unreached: number
  /** The driver knows, and has not answered. */
  driver_heard: boolean
}

interface Row {
  when: (facts: Facts) => boolean
  group: NeedGroup
  tone: Need['tone']
  text: (facts: Facts) => string
  since?: (facts: Facts) => string | null | undefined
  /** With what the ambulance does. */
  also?: true
}

const inState = (state: ActiveState) => (facts: Facts) => facts.ride?.state === state
const lateIn = (state: ActiveState) => (facts: Facts) => facts.late && facts.ride?.state === state
const ended = (outcome: 'done' | 'declined') => (facts: Facts) => facts.card.dispatch_end?.outcome === outcome
const sinceStep = ({ ride }: Facts) => ride?.since
const isComing = ({ state, outside_provider }: DispatchSummary): boolean =>
  state === 'EN_ROUTE' || (outside_provider !== null && (state === 'ASSIGNED' || state === 'ACCEPTED'))
const coming = ({ ride }: Facts): boolean => ride !== null && isComing(ride)
const unanswered = (facts: Facts): boolean => lateIn('ASSIGNED')(facts) && !coming(facts)

/** The first row that fits is the need; their order is the order of the board. */
const ROWS: readonly Row[] = [
  {
    when: ({ card }) => !card.claimed_by && !waitsQuietly(card) && !card.drill,
    group: 'action',
    tone: 'red',
    text: () => 'Not claimed',
    since: ({ card }) => card.waiting_since,
    also: true,
  },
  {
    when: ({ missed }) => missed !== null,
    group: 'action',
    tone: 'red',
    text: ({ owner }) => `${owner} has not acted in time`,
    since: ({ missed }) => missed,
    also: true,
  },
  {
    when: ended('declined'),
    group: 'action',
    tone: 'red',
    text: ({ card }) => `${card.dispatch_end?.name} cannot come, ask another`,
    since: ({ card }) => card.dispatch_end?.at,
  },
  {
    when: unanswered,
    group: 'action',
    tone: 'amber',
    text: noAnswer,
    since: sinceStep,
  },
  {
    when: ({ card, ride }) => card.claimed_by !== null && !ride && !card.dispatch_end && !card.drill,
    group: 'action',
    tone: 'red',
    text: () => 'No ambulance sent',
    since: ({ card }) => card.claimed_at,
  },
  {
    when: ({ card }) => card.call_asked_at !== null,
    group: 'action',
    tone: 'amber',
    text: () => 'The bystander asks to be called',
    since: ({ card }) => card.call_asked_at,
    also: true,
  },
  {
    when: ({ standing }) => standing?.unseen === false,
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} has not moved`,
    since: ({ standing }) => standing?.since,
  },
  {
    when: ({ standing }) => standing?.unseen === true,
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} sends no position`,
    since: ({ standing }) => standing?.since,
  },
  {
    when: (facts) => lateIn('ACCEPTED')(facts) && !coming(facts),
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} accepted, not on the way`,
    since: sinceStep,
  },
  { when: (facts) => coming(facts) && facts.late, group: 'action', tone: 'amber', text: onTheWay },
  {
    when: ({ card }) => waitsQuietly(card) && !card.drill,
    group: 'action',
    tone: 'amber',
    text: () => 'Verify by phone, not claimed',
    since: ({ card }) => card.waiting_since,
    also: true,
  },
  {
    when: lateIn('AT_SCENE'),
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} long with the patient`,
    since: sinceStep,
  },
  {
    when: lateIn('TRANSPORTING'),
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} long on the way to the hospital`,
    since: sinceStep,
  },
  {
    when: lateIn('AT_HOSPITAL'),
    group: 'action',
    tone: 'amber',
    text: ({ vehicle }) => `${vehicle} long at the hospital`,
    since: sinceStep,
  },
  {
    when: ({ owner_away }) => owner_away,
    group: 'action',
    tone: 'amber',
    text: ({ owner }) => `Held by ${owner}, who is away`,
    also: true,
  },
  {
    when: ({ unreached }) => unreached > 0,
    group: 'action',
    tone: 'amber',
    text: ({ unreached }) => (unreached === 1 ? '1 relative not reached' : `${unreached} relatives not reached`),
    also: true,
  },
  { when: ended('done'), group: 'action', tone: 'green', text: () => 'Ride done, close the alert' },
  {
    when: ({ card }) => card.drill && !card.claimed_by,
    group: 'action',
    tone: 'calm',
    text: () => 'Drill, not claimed',
    since: ({ card }) => card.waiting_since,
  },
  { when: coming, group: 'moving', tone: 'green', text: onTheWay },
  {
    when: inState('ASSIGNED'),
    group: 'moving',
    tone: 'calm',
    text: ({ vehicle }) => `${vehicle} asked`,
    since: sinceStep,
  },
  {
    when: inState('ACCEPTED'),
    group: 'moving',
    tone: 'green',
    text: ({ vehicle }) => `${vehicle} accepted`,
    since: sinceStep,
  },
  {
    when: inState('AT_SCENE'),
    group: 'moving',
    tone: 'green',
    text: ({ vehicle }) => `${vehicle} with the patient`,
    since: sinceStep,
  },
  {
    when: inState('TRANSPORTING'),
    group: 'moving',
    tone: 'green',
    text: ({ vehicle }) => `${vehicle} to the hospital`,
    since: sinceStep,
  },
  {
    when: inState('AT_HOSPITAL'),
    group: 'moving',
    tone: 'green',
    text: ({ vehicle }) => `${vehicle} at the hospital`,
    since: sinceStep,
  },
]
/** A claimed drill, which is all that is left. */
const PRACTICE: Row = { when: () => true, group: 'moving', tone: 'calm', text: ({ owner }) => `Drill of ${owner}` }
const CLOSED: Need = {
  group: 'done',
  tone: 'calm',
  text: 'Closed',
  since: null,
  also: null,
  rank: ROWS.length + 1,
  missed: false,
  ask_next: false,
}

/** What the alert waits for: the first row of the table above that applies. `now` by the server's clock. */
export function needOf(card: AlertCard, now: number, watched: Watched): Need {
  if (card.status !== 'PENDING') return CLOSED
  const facts = factsOf(card, now, watched)
  const found = ROWS.findIndex(({ when }) => when(facts))
  const row = ROWS[found] ?? PRACTICE
  return {
    group: row.group,
    tone: row.tone,
    text: row.text(facts),
    since: row.since?.(facts) ?? null,
    also: row.also ? alsoText(facts) : null,
    rank: found < 0 ? ROWS.length : found,
    missed: facts.missed !== null,
    ask_next: unanswered(facts),
  }
}

function factsOf(card: AlertCard, now: number, { away, standing, people }: Watched): Facts {
  const known = people.find(({ alert_id }) => alert_id === card.id)
  const { dispatch, claimed_by } = card
  const ride = dispatch && isActive(dispatch.state) ? { ...dispatch, state: dispatch.state } : null
  return {
    card,
    now,
    owner: firstName(claimed_by?.name ?? 'the call centre'),
    owner_away: claimed_by !== null && away.includes(claimed_by.id),
    missed: claimed_by && unansweredSince(card, now),
    ride,
    vehicle: ride?.vehicle_number ?? ride?.outside_provider ?? 'The ambulance',
    late: ride !== null && now >= dueAt(ride),
    standing: ride?.state === 'EN_ROUTE' ? standing.find(({ alert_id }) => alert_id === card.id) : undefined,
    unreached: known?.unreached ?? 0,
    driver_heard: known?.driver_heard ?? false,
  }
}

/** When the holder's stage of the ambulance's deadline passes. */
function dueAt(ride: DispatchSummary & { state: ActiveState }): number {
  if (ride.arrives_at && isComing(ride)) return Date.parse(ride.arrives_at)
  const seconds = isComing(ride) ? ARRIVAL_UNKNOWN_SECONDS / ARRIVAL_SLACK : OWNER_DEADLINES[ride.state].holder
  return Date.parse(ride.since) + (seconds ?? Infinity) * 1000
}

function noAnswer({ vehicle, driver_heard }: Facts): string {
  return driver_heard ? `${vehicle} asked, no answer` : `Driver of ${vehicle} not reached by SMS or call`
}

function onTheWay({ ride, vehicle, now, late }: Facts): string {
  const going = `${vehicle} on the way`
  if (!ride?.arrives_at) return late ? `${going}, late` : going
  const minutes = (Date.parse(ride.arrives_at) - now) / 60_000
  if (minutes > 0) return `${going}, ${formatMinutes(Math.ceil(minutes))}`
  return minutes > -1 ? `${going}, due now` : `${going}, ${formatMinutes(Math.floor(-minutes))} late`
}

/** What the ambulance does or has done, in the words of its own rows. */
const alsoText = (facts: Facts): string | null => {
  if (!facts.ride) return ended('done')(facts) ? 'ride done' : null
  if (unanswered(facts)) return noAnswer(facts)
  const row = ROWS.find(({ when, group }) => group === 'moving' && when(facts))
  return row?.text(facts) ?? null
}

/** An alert with what it needs. */
export interface NeedyAlert {
  card: AlertCard
  need: Need
}

/** The most pressing first, then the oldest; of the closed ones the newest. */
export function byNeed(a: NeedyAlert, b: NeedyAlert): number {
  const age = Date.parse(a.card.timestamp) - Date.parse(b.card.timestamp) || a.card.id - b.card.id
  return a.need.rank - b.need.rank || (a.need.group === 'done' ? -age : age)
}

/**
 * Of alerts sorted by need the next after `from` that needs this operator: nobody has claimed it, they have, or its owner let
 * the time pass. After the last the first again.
 */
export function nextInNeed(
  sorted: readonly NeedyAlert[],
  from: number | null,
  own_id: number | undefined,
): AlertCard | undefined {
  const mine = sorted.filter(
    ({ card, need }) => need.group === 'action' && (!card.claimed_by || card.claimed_by.id === own_id || need.missed),
  )
  const here = mine.findIndex(({ card }) => card.id === from)
  return mine[(here + 1) % mine.length]?.card
}
