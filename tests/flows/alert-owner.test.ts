import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ARRIVAL_SLACK, ARRIVAL_UNKNOWN_SECONDS, OWNER_DEADLINES } from '@tvarit/shared/contracts/alert-owner'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { DriverStepInput } from '@tvarit/shared/contracts/dispatch'
import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import { escalateAlerts } from '@tvarit/shared/domain/emergency/call-centre/escalate-alerts'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/emergency/alerts/release-overdue-alerts'
import { advanceDispatch } from '@tvarit/shared/domain/emergency/dispatch/advance-dispatch'
import { inTransaction } from '@tvarit/shared/platform/context'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person, signIn } from '../harness/people.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const admin = await createPerson(world, 'admin', 'Meera')

/** A member of the staff with a console that is open and armed. */
async function atConsole(first_name = 'Asha', of = world) {
  const person = await createPerson(of, 'staff', first_name)
  const console_id = randomUUID()
  const report = async (open = true) => {
    const body = JSON.stringify({ console_id, armed: open, open })
    const answer = await fetch(`${of.url}/trpc/alerts.reportConsole`, { method: 'POST', headers: person.headers, body })
    expect(answer.status).toBe(200)
  }
  await report()
  return { ...person, report }
}

const post = async (person: Person, id: number, what: string, body: object = {}, of = world) => {
  const answer = await call(of.url, `/api/qr/alerts/${id}/${what}/`, { body, access: person.access })
  expect([200, 201]).toContain(answer.status)
}
const detail = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: admin.access })).body as unknown as AlertDetail
const progress = async (status_url: string) =>
  (await call(world.url, `${status_url}/state`)).body as unknown as AlertProgress
const close = async (person: Person, id: number) => {
  const body = JSON.stringify({ status: 'ATTENDED', description: 'The ambulance is on its way.' })
  const answer = await fetch(`${world.url}/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    headers: person.headers,
    body,
  })
  expect(answer.status).toBe(200)
}
const note = () => ({ note_id: randomUUID(), note: 'The caller is with him.' })

/** What the workers do each second. */
const look = () => releaseOverdueAlerts({ ctx: world.ctx() })

/** The reasons for which an alert was given back, as its timeline says. */
const givenBack = async (id: number) =>
  (await detail(id)).timeline
    .filter(({ kind, actor }) => kind === 'released' && actor === null)
    .map(({ text }) => text.replace('Given back: ', ''))

async function claimed(person: Person, options = {}) {
  const alert = await raisedAlert(world, options)
  await post(person, alert.id, 'claim')
  return alert
}

test('an alert whose owner was removed rings again at once, and the bystander is told to call 112', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  expect(await progress(status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  const removed = await call(world.url, `/api/users/${asha.id}/delete/`, { method: 'DELETE', access: admin.access })
  expect(removed.status).toBe(200)
  // Before any worker has looked.
  expect(await progress(status_url)).toMatchObject({
    seen_by: null,
    seen_at: null,
    call_112_now: true,
    consoles_online: 0,
  })
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
  expect(await detail(id)).toMatchObject({
    claimed_by: null,
    given_back: 'Asha is not logged in any more',
    owner_deadline: null,
  })
})

test('an alert whose owner logged out is given back', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  const logout = await call(world.url, '/api/users/logout/', { body: { refresh: asha.refresh } })
  expect(logout.status).toBe(200)
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
})

test('an alert whose owner got a role outside of the call centre is given back', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', asha.id).execute()
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
})

test('a browser that dies loses the alert 45 s after its last report, not before', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  await world.advanceTime(40_000)
  await asha.report()
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  expect(await progress(status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  await world.advanceTime(6_000)
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(["Asha's console has not been heard of for 45 s."])
})

test('a page that is loaded again has 45 s to come back: leaving gives nothing back at once', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await world.advanceTime(60_000)
  await asha.report()
  await asha.report(false)
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  await asha.report()
  await world.advanceTime(6_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
})

test('without a console a claim and every act count as presence for 45 s', async () => {
  const rest = await createPerson(world, 'staff', 'Vikram')
  const { id } = await claimed(rest)
  await world.advanceTime(40_000)
  await post(rest, id, 'notes', note())
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(rest.id)
  await world.advanceTime(6_000)
  await look()
  expect(await givenBack(id)).toEqual(["Vikram's console has not been heard of for 45 s."])
})

test('an owner who is there and does nothing loses the alert after 2 min; a note or a call begins them again', async () => {
  const asha = await atConsole()
  const alert = await claimed(asha)
  const { id, status_url } = alert
  const [relative] = (await detail(id)).people
  await world.advanceTime(110_000)
  await post(asha, id, 'notes', note())
  await world.advanceTime(110_000)
  await post(asha, id, 'calls', { call_id: randomUUID(), person: relative!.key, outcome: 'REACHED' })
  await world.advanceTime(110_000)
  await asha.report()
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  await world.advanceTime(11_000)
  await asha.report()
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
})

test('what a colleague writes says nothing of the owner; taking over begins the deadlines of the new one', async () => {
  const [asha, vikram] = [await atConsole(), await atConsole('Vikram')]
  const { id } = await claimed(asha)
  await world.advanceTime(110_000)
  await post(vikram, id, 'notes', note())
  await world.advanceTime(11_000)
  await Promise.all([asha.report(), vikram.report()])
  await look()
  expect(await givenBack(id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
  await post(asha, id, 'claim')
  await world.advanceTime(110_000)
  await post(vikram, id, 'claim', { take_over: true })
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(vikram.id)
})

test('a driver who does not answer within 60 s leaves the alert to an owner who is there, else it rings', async () => {
  const [there, gone] = [await atConsole(), await atConsole('Vikram')]
  const ambulances = [await createAmbulance(world), await createAmbulance(world)]
  const [kept, lost] = [await claimed(there), await claimed(gone)]
  await assign(world, there, kept.id, { ambulance_id: ambulances[0]!.id })
  await assign(world, gone, lost.id, { ambulance_id: ambulances[1]!.id })
  await world.advanceTime(55_000)
  await there.report()
  await look()
  // Its sender may leave as long as the ambulance is in time.
  expect(await progress(lost.status_url)).toMatchObject({ seen_by: 'Vikram', call_112_now: false })
  await world.advanceTime(6_000)
  await look()
  expect((await detail(kept.id)).claimed_by?.id).toBe(there.id)
  expect(await givenBack(lost.id)).toEqual([
    `The driver of ${ambulances[1]!.vehicle_number} has not answered for 60 s.`,
  ])
  expect(await progress(lost.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  // The ambulance stays sent.
  expect((await detail(lost.id)).dispatch).toMatchObject({ state: 'ASSIGNED' })
  await world.advanceTime(60_000)
  await there.report()
  await look()
  expect(await givenBack(kept.id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
})

test('an ambulance that accepts and does not set out, or sets out and does not arrive, gives the alert back', async () => {
  const asha = await atConsole()
  const [parked, late] = [await withAmbulance(asha), await withAmbulance(asha)]
  await driverStep(parked, 'ACCEPTED')
  await driverStep(late, 'EN_ROUTE')
  await world.advanceTime(170_000)
  await look()
  expect((await detail(parked.alert.id)).claimed_by?.id).toBe(asha.id)
  await world.advanceTime(11_000)
  await look()
  const { vehicle_number } = parked.ambulance
  expect(await givenBack(parked.alert.id)).toEqual([`${vehicle_number} accepted 3 min ago and is not on the way.`])
  // A kilometre was given 3 min: the shortest time an arrival gets is 10 min.
  await world.advanceTime(410_000)
  await look()
  expect(await progress(late.alert.status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  await world.advanceTime(10_000)
  expect(await progress(late.alert.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(late.alert.id)).toEqual([`${late.ambulance.vehicle_number} has not arrived in time.`])
})

test.each([
  ['AT_SCENE', 45, 'has been at the scene for 45 min.'],
  ['TRANSPORTING', 90, 'has been on the way to the hospital for 90 min.'],
  ['AT_HOSPITAL', 60, 'has been at the hospital for 60 min.'],
] as const)(
  '%s lasts %i min at most; the bystander, whom help has reached, is not sent to 112',
  async (state, minutes, why) => {
    const asha = await atConsole()
    const { alert, ambulance } = await withAmbulance(asha)
    await driverStep({ alert }, state)
    await world.advanceTime(minutes * 60_000 - 5_000)
    await look()
    expect(await givenBack(alert.id)).toEqual([])
    await world.advanceTime(6_000)
    await look()
    expect(await givenBack(alert.id)).toEqual([`${ambulance.vehicle_number} ${why}`])
    expect(await progress(alert.status_url)).toMatchObject({ seen_by: null, call_112_now: false })
  },
)

test('an ambulance far away has half as long again as it was given', async () => {
  const asha = await atConsole()
  const { alert } = await withAmbulance(asha, 9.9)
  await driverStep({ alert }, 'EN_ROUTE')
  // 9.9 km x 1.4 at 30 km/h are 28 min.
  await world.advanceTime(41 * 60_000)
  await look()
  expect(await givenBack(alert.id)).toEqual([])
  await world.advanceTime(62_000)
  await look()
  expect(await givenBack(alert.id)).toHaveLength(1)
})

test('a driver who declines rings at once, in the same moment; an operator who notes it has heard it', async () => {
  const asha = await atConsole()
  const [by_driver, by_phone] = [await withAmbulance(asha), await withAmbulance(asha)]
  await world.advanceTime(50_000)
  await asha.report()
  await driverStep(by_driver, 'DECLINED')
  await post(asha, by_phone.alert.id, 'dispatch/steps', { step: 'DECLINED' })
  expect(await givenBack(by_driver.alert.id)).toEqual([
    `The driver of ${by_driver.ambulance.vehicle_number} cannot come.`,
  ])
  expect(await progress(by_driver.alert.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await world.advanceTime(100_000)
  await asha.report()
  await look()
  expect((await detail(by_phone.alert.id)).claimed_by?.id).toBe(asha.id)
})

test.each(['driver', 'operator'] as const)(
  'an alert that was attended rings again when its ambulance cannot come, as its %s says',
  async (who) => {
    const asha = await atConsole()
    const sent = await withAmbulance(asha)
    const { alert, ambulance } = sent
    const screen = openScreen(world.url, asha.access)
    await until('the screen shows it', () => screen.latest(alert.id)?.status === 'PENDING')
    await close(asha, alert.id)
    await until('the screen knows the end', () => screen.latest(alert.id)?.status === 'ATTENDED')
    if (who === 'driver') await driverStep(sent, 'DECLINED')
    else await post(asha, alert.id, 'dispatch/steps', { step: 'DECLINED' })
    const waiting = { status: 'PENDING', claimed_by: null, closed_at: null, attending_staff: null, description: null }
    expect(await detail(alert.id)).toMatchObject(waiting)
    expect(await givenBack(alert.id)).toEqual([
      `The driver of ${ambulance.vehicle_number} cannot come; the alert had been attended.`,
    ])
    await until('the screen rings', () => screen.latest(alert.id)?.status === 'PENDING')
    expect(await progress(alert.status_url)).toMatchObject({ call_112_now: true })
    await world.advanceTime(31_000)
    expect(await escalateAlerts({ ctx: world.ctx() })).toContain(1)
    // It is closed like any other.
    await close(asha, alert.id)
    expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED', attending_staff: { name: 'Asha Rao' } })
    await screen.close()
  },
)

test('an alert that was to be verified by phone is none any more once it was claimed, attended or given back', async () => {
  const asha = await atConsole()
  const [sent, attended] = [await raisedAlert(world), await raisedAlert(world)]
  const mark = (id: number) =>
    world.db.updateTable('alerts').set({ verify_by_phone: true }).where('id', '=', id).execute()
  await mark(sent.id)
  await mark(attended.id)
  await close(asha, attended.id)
  for (const { id } of [sent, attended]) {
    const ambulance = await createAmbulance(world)
    await assign(world, asha, id, { ambulance_id: ambulance.id })
    await post(asha, id, 'dispatch/steps', { step: 'EN_ROUTE' })
  }
  expect(await detail(sent.id)).toMatchObject({ verify_by_phone: false })
  await post(asha, attended.id, 'dispatch/steps', { step: 'DECLINED' })
  expect(await detail(attended.id)).toMatchObject({ verify_by_phone: false, claimed_by: null })
  await world.advanceTime(3_600_000)
  await look()
  expect(await detail(sent.id)).toMatchObject({ verify_by_phone: false, claimed_by: null, escalation_level: 0 })
})

test('without its ambulance, called off or done, an alert is its owner’s as after a claim', async () => {
  const [asha, vikram] = [await atConsole(), await atConsole('Vikram')]
  const [off, done] = [await withAmbulance(asha), await withAmbulance(asha)]
  for (const each of [off, done]) await driverStep(each, 'EN_ROUTE')
  await world.advanceTime(300_000)
  await post(vikram, off.alert.id, 'dispatch/cancel', { reason: 'A nearer one goes.' })
  await driverStep(done, 'DONE')
  for (const seconds of [0, 40, 40, 35]) {
    await world.advanceTime(seconds * 1_000)
    await asha.report()
    await look()
    for (const { alert } of [off, done]) expect((await detail(alert.id)).claimed_by?.id).toBe(asha.id)
  }
  await world.advanceTime(6_000)
  await asha.report()
  await look()
  for (const { alert } of [off, done]) {
    expect(await givenBack(alert.id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
  }
})

test('an outside provider’s ambulance has the 20 min of an unknown arrival from the dispatch, as nobody answers for it', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await assign(world, asha, id, { outside_provider: '108' })
  await world.advanceTime(19 * 60_000)
  await look()
  expect(await givenBack(id)).toEqual([])
  await world.advanceTime(61_000)
  await look()
  expect(await givenBack(id)).toEqual(['108 has not arrived in time.'])
})

test('five workers give an alert back once, and it climbs again from there: consoles, admins, on-call', async () => {
  const asha = await atConsole()
  const { id } = await raisedAlert(world)
  await world.advanceTime(61_000)
  await escalateAlerts({ ctx: world.ctx() })
  await asha.report()
  await post(asha, id, 'claim')
  await world.advanceTime(46_000)
  const screen = openScreen(world.url, admin.access)
  await until('the console is live', () => screen.alertIds().has(id))
  expect(screen.latest(id)!.claimed_by?.id).toBe(asha.id)
  const released = await Promise.all(Array.from({ length: 5 }, look))
  expect(released.reduce((all, each) => all + each)).toBe(1)
  await until('the console hears of it', () => screen.latest(id)!.claimed_by === null)
  expect(screen.latest(id)).toMatchObject({ escalation_level: 0, given_back: expect.stringContaining('45 s') })
  await screen.close()
  expect(await givenBack(id)).toHaveLength(1)
  await world.advanceTime(121_000)
  await escalateAlerts({ ctx: world.ctx() })
  expect((await detail(id)).escalation_level).toBe(3)
})

test('an act, a dispatch or a report at the same moment as the look of a worker: nothing is taken from a person who acts', async () => {
  for (let round = 0; round < 10; round++) {
    const [asha, vikram] = [await atConsole(), await atConsole('Vikram')]
    const { id } = await claimed(asha)
    await world.advanceTime(119_990)
    await Promise.all([asha.report(), vikram.report()])
    const ambulance = await createAmbulance(world)
    await Promise.all([look(), assign(world, vikram, id, { ambulance_id: ambulance.id }), look()])
    await look()
    const found = await detail(id)
    // Either Vikram found it given back and claimed it by sending, or it stayed Asha's with an ambulance in time.
    expect(found.dispatch).not.toBeNull()
    expect(found.claimed_by?.id).toBe((await givenBack(id)).length > 0 ? vikram.id : asha.id)
  }
})

test('the deadline is on the card, so that consoles ring when no worker lives; presence, which they cannot know, is not in it', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  const seconds = async () => {
    const { owner_deadline } = await detail(id)
    const { now } = await world.db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
    return (Date.parse(owner_deadline!) - now.getTime()) / 1000
  }
  await world.advanceTime(100_000)
  expect(Math.ceil(await seconds())).toBe(20)
  const ambulance = await createAmbulance(world)
  await assign(world, asha, id, { ambulance_id: ambulance.id })
  await driverStep({ alert: { id } }, 'EN_ROUTE')
  expect(await seconds()).toBeGreaterThan(100)
})

test('drills have no deadline and call nobody', async () => {
  const asha = await atConsole()
  const answer = await call(world.url, '/api/qr/alerts/drill/', { body: {}, access: admin.access })
  const { id } = answer.body as { id: number }
  await post(asha, id, 'claim')
  await world.advanceTime(600_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  expect((await detail(id)).owner_deadline).toBeNull()
})

test('the subscriber reads that the alert was taken, not who let it go', async () => {
  const asha = await atConsole()
  const { id, subscriber } = await claimed(asha)
  await world.advanceTime(200_000)
  await look()
  expect(await givenBack(id)).toHaveLength(1)
  const { access } = await signIn(world, subscriber.id)
  const read = (await call(world.url, `/api/qr/alerts/${id}/`, { access })).body as unknown as AlertDetail
  expect(read.timeline.map(({ kind }) => kind)).toEqual(['raised', 'claimed'])
  const list = (await call(world.url, '/api/qr/alerts/', { access })).body as { results: AlertDetail[] }
  expect([read.given_back, list.results.map(({ given_back }) => given_back)]).toEqual([null, [null]])
})

test('the worker gives an alert back by itself, and admins and on-call numbers are called again', async () => {
  const own = await createWorld({ settings: { ON_CALL_NUMBERS: ON_CALL } })
  try {
    const meera = await createPerson(own, 'admin', 'Meera')
    const asha = await atConsole('Asha', own)
    const { id } = await raisedAlert(own)
    await post(asha, id, 'claim', {}, own)
    await own.advanceTime(50_000)
    const waiting = await until('it waits', () =>
      own.db
        .selectFrom('alerts')
        .select('waiting_since')
        .where('id', '=', id)
        .where('claimed_by', 'is', null)
        .executeTakeFirst(),
    )
    expect(Date.now() - waiting.waiting_since.getTime()).toBeLessThan(30_000)
    await own.advanceTime(121_000)
    await until('the admin is called', async () => (await smsTo(own, meera.phone_number)).length > 0)
    await until('on-call is called', async () => (await smsTo(own, ON_CALL)).length > 0)
  } finally {
    await own.stop()
  }
})

/** An alert of Asha's with an ambulance that was sent just now from so many kilometres away. */
async function withAmbulance(person: Person, base_km = 1) {
  const alert = await claimed(person)
  const ambulance = await createAmbulance(world, { base_km })
  const answer = await assign(world, person, alert.id, { ambulance_id: ambulance.id })
  expect(answer.status).toBe(201)
  return { alert, ambulance }
}

/** A step on the driver's page. */
async function driverStep({ alert }: { alert: { id: number } }, step: DriverStepInput['step']) {
  const input = { alert_id: alert.id, step, pressed_ms_ago: 0 }
  expect(await inTransaction(world.ctx(), (tx) => advanceDispatch(tx, input, null))).toBe(true)
}

test('the table of deadlines in the documents is that of the contracts', () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const rows = Object.values(OWNER_DEADLINES).map(({ state, since, holder, seconds, reason }) => {
    return `| ${state} | ${since} | ${holder ?? '-'} | ${seconds} | ${reason({ owner: 'Asha', vehicle: 'KA01AB1234' })} |`
  })
  expect(page).toContain(rows.join('\n'))
  expect(page).toContain(`${ARRIVAL_SLACK} times the minutes it was given`)
  expect(page).toContain(`${ARRIVAL_UNKNOWN_SECONDS / 60} min when it is unknown`)
})
