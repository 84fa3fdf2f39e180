import { randomUUID } from 'node:crypto'
import type { DriverStepInput } from '@tvarit/shared/contracts/dispatch'
import { addNote } from '@tvarit/shared/domain/call-centre/add-note'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { noteCall } from '@tvarit/shared/domain/call-centre/note-call'
import { raiseAlert } from '@tvarit/shared/domain/alerts/raise-alert'
import { releaseAlert } from '@tvarit/shared/domain/alerts/release-alert'
import { updateAlert } from '@tvarit/shared/domain/call-centre/update-alert'
import { removeUser } from '@tvarit/shared/domain/people/staff/remove-user'
import { reportConsole } from '@tvarit/shared/domain/on-call/consoles/report-console'
import { advanceDispatch } from '@tvarit/shared/domain/dispatch/advance-dispatch'
import { assignAmbulance } from '@tvarit/shared/domain/dispatch/assign-ambulance'
import { cancelDispatch } from '@tvarit/shared/domain/dispatch/cancel-dispatch'
import { noteStep } from '@tvarit/shared/domain/dispatch/note-step'
import { sendHandover } from '@tvarit/shared/domain/handover/send-handover'
import { logout } from '@tvarit/shared/domain/people/sessions/logout'
import { type Ctx, inTransaction } from '@tvarit/shared/platform/context'
import { type Ambulance as Vehicle, SCENE } from './ambulances.ts'
import type { Ambulance, Case, Operator } from './owner-oracle.ts'
import { type Person, signIn, type Subscriber } from './people.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** An operator of the oracle with what it takes to act for them. */
export interface Actor extends Operator {
  person: Person
  console_id: string
}

/** One alert, the two people who may care for it, and what has happened so far. */
export interface History extends Case {
  id: number
  status_token: string
  operators: [Actor, Actor]
  owner: Actor | null
  subscriber: Subscriber
  vehicle: Vehicle
  handed_over: boolean
  /** How often it must have been given back so far. */
  given_back: number
  /** Its own, so that histories side by side do not depend on each other's pace. */
  dice: Random
  log: string[]
}

export interface Stage {
  world: World
  ctx: Ctx
  admin: Person
  hospital_id: number
  /** Seconds, by the database's clock. */
  now: () => number
}

const ctxOf = ({ ctx }: Stage, { person }: Actor) => ({ ...ctx, actor: person.actor })
const STEPS = ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL', 'DONE'] as const
const reached = ({ state }: Ambulance, step: (typeof STEPS)[number]) =>
  STEPS.indexOf(state as (typeof STEPS)[number]) >= STEPS.indexOf(step)
const goes = ({ ambulance }: History) =>
  ambulance && ambulance.state !== 'DONE' && ambulance.state !== 'CANCELLED' ? ambulance : null

export async function press(stage: Stage, history: History, random: Random): Promise<void> {
  const input = { token: history.subscriber.sticker.token, scan_id: randomUUID(), first_respondent_phone: null }
  const raised = (await raiseAlert({ ctx: stage.ctx, input: random.chance(0.7) ? { ...input, ...SCENE } : input }))!
  if (raised.outcome !== 'raised') return
  const now = stage.now()
  const fresh: Partial<History> = { open: true, owner: null, ever_owned: false, ambulance: null, handed_over: false }
  Object.assign(history, fresh, { raised_at: now, waiting_since: now, acted_at: now, given_back: 0 })
  history.id = raised.id
  history.status_token = raised.status_url.slice('/a/'.length)
}

function owns(history: History, actor: Actor, now: number): void {
  Object.assign(history, { owner: actor, ever_owned: true, acted_at: now })
}

/** What the owner does begins their time again; a person who sends help for an unclaimed alert becomes its owner. */
function acts(history: History, actor: Actor, now: number, takes = false): void {
  if (history.owner === actor) history.acted_at = now
  else if (takes && !history.owner) owns(history, actor, now)
}

function endsAmbulance(history: History, state: 'DONE' | 'CANCELLED', now: number): void {
  Object.assign(history.ambulance!, { state, since: now })
}

async function step(stage: Stage, history: History, name: DriverStepInput['step'], by: Actor | null): Promise<void> {
  const { id, ambulance } = history
  const now = stage.now()
  const input = { alert_id: id, step: name, pressed_ms_ago: 0 }
  if (by) await noteStep({ ctx: ctxOf(stage, by), input: { id, step: name } })
  else await inTransaction(stage.ctx, (tx) => advanceDispatch(tx, input, null))
  if (by) acts(history, by, now)
  if (name === 'DECLINED') {
    endsAmbulance(history, 'CANCELLED', now)
    // Nobody need have noticed what a driver presses, and nobody answers for an attended alert: that one is open again.
    if (history.attended_at !== null || (!by && history.open && history.owner)) isGivenBack(history, now)
  } else if (name === 'DONE') {
    endsAmbulance(history, 'DONE', now)
    history.acted_at = now
  } else Object.assign(ambulance!, { state: name, since: now })
}

/** It is open, and waits. */
export function isGivenBack(history: History, now: number): void {
  const again = { open: true, attended_at: null, owner: null, waiting_since: now }
  Object.assign(history, again, { given_back: history.given_back + 1 })
}

type Deed = (stage: Stage, history: History, actor: Actor, random: Random) => Promise<unknown>

const send: Deed = async (stage, history, actor, random) => {
  const now = stage.now()
  const outside = random.chance(0.25)
  const order = outside ? { outside_provider: '108' } : { ambulance_id: history.vehicle.id }
  const sent = await assignAmbulance({ ctx: ctxOf(stage, actor), input: { id: history.id, ...order } })
  acts(history, actor, now, true)
  history.ambulance = { outside, eta_minutes: sent.eta_minutes, state: 'ASSIGNED', since: now }
}

const onward: Deed = (stage, history, actor, random) => {
  const ambulance = goes(history)!
  const left = STEPS.filter((each) => !reached(ambulance, each))
  const name = random.chance(0.8) ? left[0]! : random.of(left)
  return step(stage, history, name, ambulance.outside || random.chance(0.3) ? actor : null)
}

const decline: Deed = (stage, history, actor, random) =>
  step(stage, history, 'DECLINED', goes(history)!.outside || random.chance(0.3) ? actor : null)

const leave = (actor: Actor, state: Operator['state']) =>
  Object.assign(actor, { state, browser: false, armed_at: null, listened_at: null })

/** Each with its weight, and when it can be done; `actor` is one of the two, and does it where the deed is theirs. */
const DEEDS: Record<string, { weight: number; when: (history: History, actor: Actor) => boolean; deed: Deed }> = {
  claim: {
    weight: 6,
    when: (history, actor) => history.open && actor.state === 'in' && !history.owner,
    async deed(stage, history, actor) {
      await claimAlert({ ctx: ctxOf(stage, actor), input: { id: history.id, take_over: false } })
      owns(history, actor, stage.now())
    },
  },
  'take over': {
    weight: 1,
    when: (history, actor) => history.open && actor.state === 'in' && history.owner !== null,
    async deed(stage, history, actor) {
      await claimAlert({ ctx: ctxOf(stage, actor), input: { id: history.id, take_over: true } })
      // Claiming what one has is no act.
      if (history.owner !== actor) owns(history, actor, stage.now())
    },
  },
  release: {
    weight: 0.5,
    when: (history, actor) => history.open && actor.state === 'in' && history.owner === actor,
    async deed(stage, history, actor) {
      await releaseAlert({ ctx: ctxOf(stage, actor), input: { id: history.id } })
      Object.assign(history, { owner: null, waiting_since: stage.now() })
    },
  },
  note: {
    weight: 1.5,
    when: (history, actor) => history.open && actor.state === 'in',
    async deed(stage, history, actor) {
      await addNote({ ctx: ctxOf(stage, actor), input: { id: history.id, note_id: randomUUID(), note: 'Called.' } })
      acts(history, actor, stage.now())
    },
  },
  call: {
    weight: 1.5,
    when: (history, actor) => history.open && actor.state === 'in',
    async deed(stage, history, actor) {
      const person = `relative:${history.subscriber.relatives[0]}`
      const input = { id: history.id, call_id: randomUUID(), person, outcome: 'REACHED', note: null } as const
      await noteCall({ ctx: ctxOf(stage, actor), input })
      acts(history, actor, stage.now())
    },
  },
  handover: {
    weight: 0.5,
    when: (history, actor) => history.open && actor.state === 'in' && !history.handed_over,
    async deed(stage, history, actor) {
      const input = {
        id: history.id,
        hospital_id: stage.hospital_id,
        channel: 'sms',
        phone: null,
        email: null,
      } as const
      await sendHandover({ ctx: ctxOf(stage, actor), input })
      acts(history, actor, stage.now(), true)
      history.handed_over = true
    },
  },
  dispatch: { weight: 4, when: (history, actor) => history.open && actor.state === 'in' && !goes(history), deed: send },
  step: { weight: 6, when: (history, actor) => goes(history) !== null && actor.state === 'in', deed: onward },
  decline: {
    weight: 1.5,
    when: (history, actor) => goes(history) !== null && actor.state === 'in' && !reached(goes(history)!, 'AT_SCENE'),
    deed: decline,
  },
  'call off': {
    weight: 1,
    when: (history, actor) => goes(history) !== null && actor.state === 'in',
    async deed(stage, history, actor) {
      await cancelDispatch({ ctx: ctxOf(stage, actor), input: { id: history.id, reason: 'Another one goes.' } })
      endsAmbulance(history, 'CANCELLED', stage.now())
      history.acted_at = stage.now()
    },
  },
  'open browser': {
    weight: 3,
    when: (_, actor) => actor.state === 'in' && !actor.browser,
    deed: async (_stage, _history, actor) => (actor.browser = true),
  },
  'browser dies': {
    weight: 2,
    when: (_, actor) => actor.browser,
    deed: async (_stage, _history, actor) => (actor.browser = false),
  },
  'browser is closed': {
    weight: 0.5,
    when: (_, actor) => actor.browser,
    async deed(stage, _history, actor) {
      const input = { console_id: actor.console_id, armed: false, open: false }
      await reportConsole({ ctx: ctxOf(stage, actor), input })
      Object.assign(actor, { browser: false, listened_at: null })
    },
  },
  logout: {
    weight: 1,
    when: (_, actor) => actor.state === 'in',
    async deed({ ctx }, _history, actor) {
      await logout({ ctx, input: { refresh: actor.person.refresh } })
      leave(actor, 'out')
    },
  },
  login: {
    weight: 3,
    when: (_, actor) => actor.state === 'out',
    async deed({ world }, _history, actor) {
      actor.person = await signIn(world, actor.person.id)
      actor.state = 'in'
    },
  },
  remove: {
    weight: 0.4,
    when: (_, actor) => actor.state !== 'removed',
    async deed({ ctx, admin }, _history, actor) {
      await removeUser({ ctx: { ...ctx, actor: admin.actor }, input: { id: actor.person.id } })
      leave(actor, 'removed')
    },
  },
  // Whether a report joins an attended alert is none of this test's business.
  'press again': {
    weight: 1,
    when: ({ attended_at }) => attended_at === null,
    deed: (stage, history, _, random) => press(stage, history, random),
  },
  close: {
    weight: 0.3,
    when: (history, actor) => history.open && actor.state === 'in',
    async deed(stage, history, actor, random) {
      const status = random.chance(0.5) ? 'ATTENDED' : 'REJECTED'
      await updateAlert({ ctx: ctxOf(stage, actor), input: { id: history.id, status, description: 'Over.' } })
      history.open = false
      history.attended_at = status === 'ATTENDED' ? stage.now() : null
      if (status === 'REJECTED' && goes(history)) endsAmbulance(history, 'CANCELLED', stage.now())
    },
  },
}

/** One deed of the many that can be done now. */
export async function doOne(stage: Stage, history: History): Promise<void> {
  const random = history.dice
  const actor = random.of(history.operators)
  const possible = Object.entries(DEEDS).filter(([, { when }]) => when(history, actor))
  let at = (random.below(1e6) / 1e6) * possible.reduce((all, [, { weight }]) => all + weight, 0)
  const chosen = possible.find(([, { weight }]) => (at -= weight) < 0) ?? possible.at(-1)
  if (!chosen) return
  const [name, { deed }] = chosen
  history.log.push(`${actor.name}: ${name}`)
  await deed(stage, history, actor, random)
}
