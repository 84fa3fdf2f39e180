import fs from 'node:fs'
import path from 'node:path'
import { ARRIVAL_SLACK, ARRIVAL_UNKNOWN_SECONDS, OWNER_DEADLINES } from '@tvarit/shared/contracts/alert-owner'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { detailOf } from '../harness/alert-calls.ts'
import { assign, createAmbulance, raisedAlert, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { ownedAlerts } from '../harness/owned-alerts.ts'
import { createPerson, newPhone, signIn } from '../harness/people.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const admin = await createPerson(world, 'admin', 'Meera')
const { atConsole, post, detail, look, givenBack, claimed, driverStep } = ownedAlerts(world, admin)

test('five workers release an alert once, and it escalates again from there', async () => {
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

test('a worker’s check at the same moment as an owner’s action takes nothing from the owner', async () => {
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

test('the deadline, but not presence, is on the card, so that consoles ring without a worker', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  const seconds = async () => {
    const { owner_deadline } = await detail(id)
    const { now } = await world.db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
    return (Date.parse(owner_deadline!) - now.getTime()) / 1000
  }
  await world.advanceTime(100_000)
  const left = await seconds()
  expect(left).toBeLessThanOrEqual(20)
  expect(left).toBeGreaterThan(5)
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
  const read = await detailOf(world, { access }, id)
  expect(read.timeline.map(({ kind }) => kind)).toEqual(['raised', 'claimed'])
  const list = (await call(world.url, '/api/qr/alerts/', { access })).body as { results: AlertDetail[] }
  expect([read.given_back, list.results.map(({ given_back }) => given_back)]).toEqual([null, [null]])
})

test('the worker gives an alert back on its own, and admins and on-call numbers are called again', async () => {
  const own = await createWorld({ settings: { ON_CALL_NUMBERS: ON_CALL } })
  try {
    const meera = await createPerson(own, 'admin', 'Meera')
    const owned = ownedAlerts(own, meera)
    const asha = await owned.atConsole()
    const { id } = await raisedAlert(own)
    await owned.post(asha, id, 'claim')
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

test('the table of deadlines in the documents is that of the contracts', () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const rows = Object.values(OWNER_DEADLINES).map(({ state, since, holder, seconds, reason }) => {
    return `| ${state} | ${since} | ${holder ?? '-'} | ${seconds} | ${reason({ owner: 'Asha', vehicle: 'KA01AB1234' })} |`
  })
  expect(page).toContain(rows.join('\n'))
  expect(page).toContain(`${ARRIVAL_SLACK} times the minutes it was given`)
  expect(page).toContain(`${ARRIVAL_UNKNOWN_SECONDS / 60} min when it is unknown`)
})
