import { randomUUID } from 'node:crypto'
import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { openAlerts } from '@tvarit/shared/domain/alerts/alert-cards'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { reportConsole } from '@tvarit/shared/domain/on-call/consoles/report-console'
import { readProgress } from '@tvarit/shared/domain/scan/read-progress'
import { sql } from 'kysely'
import { unansweredSince } from '../../web/src/features/alerts/alert-facts.ts'
import { createAmbulance } from './ambulances.ts'
import { createHospital } from './handovers.ts'
import { type Actor, doOne, type History, isGivenBack, press, type Stage } from './owner-deeds.ts'
import { answered, call112, lateThoughAttended, levelAt, listens, silentAtMostUntil } from './owner-oracle.ts'
import { ownClock } from './own-clock.ts'
import { createPerson, createSubscriber } from './people.ts'
import { random, type Random } from './random.ts'
import { createWorld } from './world.ts'

/** Histories that are lived through side by side, and moments of each. */
const AT_ONCE = 50
const MOMENTS = 14
/** Around every limit there is, by the second. */
const STEPS = [
  1, 4, 5, 14, 15, 20, 25, 29, 30, 31, 44, 45, 46, 59, 60, 61, 75, 119, 120, 121, 180, 300, 600, 1200, 2700,
]

export interface Found {
  histories: number
  moments: number
  given_back: number
  problems: string[]
}

/** Lives through so many random histories and compares every alert at every moment with what the oracle expects. */
export async function liveThrough(count: number, seed: number): Promise<Found> {
  const world = await createWorld({ server: false, worker: false })
  try {
    const clock = await ownClock(world)
    const stage: Stage = {
      world,
      ctx: { ...world.ctx(), ip: null },
      admin: await createPerson(world, 'admin', 'Meera'),
      hospital_id: (await createHospital(world)).id,
      now: () => clock.now() / 1000,
    }
    const found: Found = { histories: 0, moments: 0, given_back: 0, problems: [] }
    let cast: History[] = []
    for (let batch = 0; found.histories < count; batch++) {
      const dice = random(seed + batch)
      cast = await onStage(stage, cast, dice)
      let worker = true
      for (let moment = 0; moment < MOMENTS; moment++) {
        await each(cast, (history) => deed(stage, history, found))
        const seconds = dice.of(STEPS)
        await clock.advance(seconds)
        worker = dice.chance(worker ? 0.85 : 0.5)
        const note = `${seconds} s later${worker ? '' : ', no worker'}`
        for (const history of cast) history.log.push(note)
        await each(
          cast.flatMap(({ operators }) => operators),
          (actor) => report(stage, actor),
        )
        if (worker) await work(stage, cast, dice.chance(0.5) ? 2 : 1)
        await compare(stage, cast, worker, found)
        found.moments += cast.length
      }
      await checkGivenBack(stage, cast, found)
      found.histories += cast.length
      if (found.problems.length > 0) {
        found.problems.unshift(`batch ${batch} of seed ${seed}`)
        break
      }
    }
    return found
  } finally {
    await world.stop()
  }
}

/** A few at a time: as many as there are connections. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values()
  const one = async () => {
    for (const next of left) await work(next)
  }
  await Promise.all(Array.from({ length: 5 }, one))
}

/** The same people and stickers again, each with a new alert; who was removed is replaced. */
async function onStage(stage: Stage, before: History[], dice: Random): Promise<History[]> {
  const { world } = stage
  for (const over of [
    sql`update alerts set status = 'REJECTED', closed_at = now() where status <> 'REJECTED'`,
    sql`update dispatches set state = 'CANCELLED' where state not in ('DONE', 'CANCELLED')`,
    sql`update ambulances set status = 'AVAILABLE'`,
    sql`update sessions set console_armed_at = null`,
    sql`delete from consoles`,
  ]) {
    await over.execute(world.db)
  }
  const cast: History[] = []
  const places = Array.from({ length: AT_ONCE }, (_, place) => ({ place, dice: random(dice.below(2 ** 31)) }))
  await each(places, async ({ place, dice }) => {
    const old = before[place]
    const operators: [Actor, Actor] = [
      await comesIn(stage, 'Asha', old?.operators[0]),
      await comesIn(stage, 'Vikram', old?.operators[1]),
    ]
    const history = {
      operators,
      subscriber:
        old?.subscriber ?? (await createSubscriber(world, { relatives: [`99${String(place).padStart(8, '0')}`] })),
      vehicle: old?.vehicle ?? (await createAmbulance(world, { base_km: dice.of([1, 9.9]) })),
      log: [],
      attended_at: null,
      dice,
    } as unknown as History
    await press(stage, history, dice)
    cast[place] = history
  })
  return cast
}

async function comesIn({ world }: Stage, name: string, before?: Actor): Promise<Actor> {
  const known = before && before.state === 'in' ? before.person : await createPerson(world, 'staff', name)
  return {
    name,
    person: known,
    console_id: randomUUID(),
    state: 'in',
    browser: false,
    armed_at: null,
    listened_at: null,
  }
}

async function deed(stage: Stage, history: History, found: Found): Promise<void> {
  try {
    await doOne(stage, history)
  } catch (error) {
    problem(found, history, `the last deed failed: ${String(error)}`)
  }
}

/** What a browser does every 20 s, as far as it matters at this moment. */
async function report({ ctx, now }: Stage, actor: Actor): Promise<void> {
  if (!actor.browser) return
  const input = { console_id: actor.console_id, armed: true, open: true }
  await reportConsole({ ctx: { ...ctx, actor: actor.person.actor }, input })
  actor.armed_at = actor.listened_at = now()
}

async function work({ ctx, now }: Stage, cast: History[], workers: number): Promise<void> {
  // As the watchdog, which runs again at once while there was something to do.
  const one = async () => {
    for (;;) {
      const handled = (await releaseOverdueAlerts({ ctx })) + (await escalateAlerts({ ctx })).length
      if (handled === 0) return
    }
  }
  await Promise.all(Array.from({ length: workers }, one))
  for (const history of cast) {
    const missed = history.open && history.owner && !answered(history, now())
    if (!missed && !lateThoughAttended(history, now())) continue
    history.log.push('given back')
    isGivenBack(history, now())
  }
}

async function compare(stage: Stage, cast: History[], worker: boolean, found: Found): Promise<void> {
  const cards = new Map((await openAlerts(stage.world.db)).alerts.map((card): [number, AlertCard] => [card.id, card]))
  const now = stage.now()
  const listening = cast.flatMap(({ operators }) => operators).filter((actor) => listens(actor, now)).length
  await each(cast, async (history) => {
    const card = cards.get(history.id)
    if (!history.open || !card) {
      if (history.open || card) problem(found, history, 'it is open for one and closed for the other')
      return
    }
    const kept = answered(history, now)
    const rings = unansweredSince(card, now * 1000) !== null
    if (card.claimed_by?.id !== history.owner?.person.id)
      problem(
        found,
        history,
        `${card.claimed_by?.name ?? 'nobody'} has it instead of ${history.owner?.name ?? 'nobody'}`,
      )
    if (!rings && worker && !kept) problem(found, history, 'it is silent and nobody answers for it')
    if (!rings && !kept && now >= silentAtMostUntil(history)) problem(found, history, 'no console rings on its own')
    if (rings && kept) problem(found, history, 'it rings although its owner or an ambulance answers for it')
    if (worker && !history.owner && card.escalation_level !== levelAt(history, now))
      problem(found, history, `it is at level ${card.escalation_level} instead of ${levelAt(history, now)}`)
    const progress = (await readProgress({ ctx: stage.ctx, input: { status_token: history.status_token } }))!
    const seen_by = kept ? history.owner!.name : null
    if (progress.seen_by !== seen_by)
      problem(found, history, `the bystander reads of ${progress.seen_by} instead of ${seen_by}`)
    if (progress.call_112_now !== call112(history, now, listening))
      problem(found, history, `the bystander reads call_112_now ${progress.call_112_now}`)
  })
}

/** Once for each time, however many workers. */
async function checkGivenBack({ world }: Stage, cast: History[], found: Found): Promise<void> {
  const { rows } = await sql<{ id: number; times: number }>`
    select alert_id as id, count(*) as times from alert_events
    where kind = 'released' and actor_id is null and alert_id = any(${cast.map(({ id }) => id)}) group by 1`.execute(
    world.db,
  )
  const times = new Map(rows.map((row) => [row.id, row.times]))
  for (const history of cast) {
    const given_back = times.get(history.id) ?? 0
    found.given_back += given_back
    if (given_back !== history.given_back)
      problem(found, history, `it was given back ${given_back} times instead of ${history.given_back}`)
  }
}

function problem(found: Found, { id, log }: History, what: string): void {
  if (found.problems.length < 5) found.problems.push(`alert ${id}, ${what}, after: ${log.join('; ')}`)
}
