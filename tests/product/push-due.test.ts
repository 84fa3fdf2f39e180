import { randomUUID } from 'node:crypto'
import type { PushContent } from '@tvarit/shared/contracts/push'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { pushStaff } from '@tvarit/shared/domain/on-call/push/push-staff'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasWaited } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { newSubscription, readPush } from '../harness/fake-push-service.ts'
import { actingAs, createPerson, type Person } from '../harness/people.ts'
import { filePushWorld, pushCalls } from '../harness/push-calls.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

const { world, service } = await filePushWorld()
const { begin, device, jobs, send } = pushCalls(world, service)
let asha: Person
beforeEach(async () => {
  asha = await begin()
})

const arm = (person: Person) =>
  world.db.insertInto('consoles').values({ id: randomUUID(), user_id: person.id, armed: true }).execute()

/** What several workers do at the same moment; the devices that are due. */
async function due(): Promise<number[]> {
  await world.empty('outbox')
  await Promise.all([1, 2, 3].map(() => pushStaff({ ctx: world.ctx() })))
  return (await jobs()).map(({ subscription_id }) => subscription_id)
}

describe('a push is due', () => {
  test('at once for an alert that no armed console sees, to every person of the call centre, once', async () => {
    const admin = await createPerson(world, 'admin', 'Meera')
    const devices = [await device(asha), await device(admin)]
    expect(await due()).toEqual([])
    const { id } = await raisedAlert(world)
    expect((await due()).toSorted()).toEqual(devices.map((each) => each.id))
    expect((await jobs()).map(({ alert_id }) => alert_id)).toEqual([id, id])
    await world.advanceTime(11_000)
    expect(await due()).toEqual([])
  })

  test('at levels 1 to 3 while a console is armed, but not to the person at it', async () => {
    const vikram = await createPerson(world, 'staff', 'Vikram')
    const [hers, his] = [await device(asha), await device(vikram)]
    await arm(vikram)
    const { id } = await raisedAlert(world)
    expect(await due()).toEqual([])
    for (const seconds of [31, 61, 121]) {
      await world.db
        .updateTable('push_subscriptions')
        .set({ pushed_at: sql`now() - interval '20 seconds'` })
        .execute()
      await hasWaited(world, id, seconds)
      expect(await due(), `${seconds} s`).toEqual([hers.id])
    }
    await world.advanceTime(46_000)
    expect(await due()).toContain(his.id)
  })

  test('to a person on call also at an armed console', async () => {
    const on_call = { name: 'Asha', phone: asha.phone_number, language: 'en' as const }
    const admin = await createPerson(world, 'admin', 'Meera')
    await addOnCallPerson({ ctx: actingAs(world, admin), input: on_call })
    const { id } = await device(asha)
    await arm(asha)
    await raisedAlert(world)
    await world.advanceTime(31_000)
    await arm(asha)
    expect(await due()).toEqual([id])
  })

  test('for twenty alerts once in ten seconds, with their count, and again after five minutes', async () => {
    const { id, endpoint } = await device(asha)
    const first = await raisedAlert(world)
    expect(await due()).toEqual([id])
    for (let n = 1; n < 20; n++) await raisedAlert(world)
    // As if all of them had been raised within a second.
    await world.db
      .updateTable('alerts')
      .set({ waiting_since: sql`now()` })
      .where('id', '>', first.id)
      .execute()
    await world.db
      .updateTable('push_subscriptions')
      .set({ pushed_at: sql`now() - interval '1 second'` })
      .execute()
    expect(await due()).toEqual([])
    await world.advanceTime(11_000)
    expect(await due()).toEqual([id])
    await send(id, first.id)
    expect(readPush(service.to(endpoint)[0]!)).toMatchObject({ alert_id: first.id, count: 20 })
    await world.advanceTime(200_000)
    expect(await due()).toEqual([id])
    await world.advanceTime(61_000)
    expect(await due()).toEqual([])
    await world.advanceTime(240_000)
    expect(await due()).toEqual([id])
  })

  test('never for a drill, a claimed alert, or to a person who was removed', async () => {
    await device(asha)
    const gone = await createPerson(world, 'staff', 'Gone')
    await device(gone)
    await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    const drill = await raisedAlert(world)
    await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', drill.id).execute()
    const claimed = await raisedAlert(world)
    await claimAlert({
      ctx: actingAs(world, asha),
      input: { id: claimed.id, take_over: false },
    })
    expect(await due()).toEqual([])
    await raisedAlert(world)
    expect(await due()).toHaveLength(1)
  })

  test('and is dropped once no alert waits, or opens the one that still does', async () => {
    const { id, endpoint } = await device(asha)
    const [taken, waiting] = [await raisedAlert(world), await raisedAlert(world)]
    const claim = (alert: number) => claimAlert({ ctx: actingAs(world, asha), input: { id: alert, take_over: false } })
    await claim(taken.id)
    await send(id, taken.id)
    expect(service.to(endpoint).map(readPush)).toMatchObject([{ alert_id: waiting.id, count: 1 }])
    await claim(waiting.id)
    await send(id, taken.id)
    expect(service.to(endpoint)).toHaveLength(1)
  })
})

test('the alert that is opened is the one whose age is shown: the oldest that waits', async () => {
  const { id, endpoint } = await device(asha)
  const oldest = await raisedAlert(world)
  await world.advanceTime(90_000)
  const newest = await raisedAlert(world)
  await send(id, newest.id)
  const [content] = service.to(endpoint).map((push) => readPush(push) as PushContent)
  expect(content).toMatchObject({ alert_id: oldest.id, count: 2 })
  expect(content!.age).toBeGreaterThanOrEqual(90)
})

test('a worker pushes an alert within its loop, with nothing of the person in the push', async () => {
  const working = await createWorld({ settings: { PUSH_TEST_ORIGIN: service.origin } })
  try {
    const staff = await createPerson(working, 'staff', 'Asha')
    const body = newSubscription(service.origin)
    await call(working.url, '/api/push/', { body, access: staff.access })
    await service.untilArrived(body.endpoint)
    const { id } = await raisedAlert(working)
    const pushes = await service.untilArrived(body.endpoint, 2)
    expect(readPush(pushes[1]!)).toEqual({ alert_id: id, age: expect.any(Number), count: 1 })
    await until(
      'it is seen on the device list',
      async () => (await pushCalls(working, service).own(staff)).devices[0]?.delivered_at,
    )
  } finally {
    await working.stop()
  }
})
