import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { endDrills } from '@tvarit/shared/domain/call-centre/end-drills'
import { beforeAll, expect, test } from 'vitest'
import { createAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const HOUR = 3_600_000

const world = await fileWorld()

let asha: Person
beforeAll(async () => {
  asha = await createPerson(world, 'staff', 'Asha')
})

const test_sticker = (who: Person) =>
  call(world.url, '/api/users/profile/drill/', { method: 'POST', access: who.access })
const progress = async (who: Person) =>
  (await call(world.url, '/api/users/profile/drill/', { access: who.access })).body
const startDrill = () => call(world.url, '/api/qr/alerts/drill/', { method: 'POST', access: asha.access })
const act = (path: string, body: object, method = 'POST') =>
  call(world.url, `/api/qr/alerts/${path}`, { method, body, access: asha.access })
const owner = async () => {
  const subscriber = await createSubscriber(world)
  return { subscriber, own: await signIn(world, subscriber.id) }
}
const alertRow = (id: number) =>
  world.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const messagesOf = (id: number) =>
  world.db.selectFrom('messages').select('template').where('alert_id', '=', id).execute()

test('the test of a sticker is a drill on every console, and its owner sees the outcome', async () => {
  const screen = openScreen(world.url, asha.access)
  const { own } = await owner()
  const { status, body } = await test_sticker(own)
  const id = body.id as number
  expect(status).toBe(201)
  const card = await until('the screen shows it', () => screen.latest(id))
  expect(card).toMatchObject({ drill: true, status: 'PENDING', user: { id: own.id } })
  expect(await progress(own)).toMatchObject({ drill: { id, status: 'PENDING', seen_by: null } })

  await act(`${id}/claim/`, {})
  expect(await progress(own)).toMatchObject({ drill: { seen_by: 'Asha', seen_after_seconds: expect.any(Number) } })
  await act(`${id}/update/`, { status: 'ATTENDED', description: 'Test seen.' }, 'PATCH')
  expect(await progress(own)).toMatchObject({
    drill: { status: 'ATTENDED', description: 'Test seen.', closed_at: expect.any(String) },
    again_at: expect.any(String),
  })
  await screen.close()
})

test('a drill sends no message of any kind: raised, claimed, dispatched or closed', async () => {
  const { own } = await owner()
  const id = (await test_sticker(own)).body.id as number
  await act(`${id}/claim/`, {})
  expect((await act(`${id}/dispatch/`, { outside_provider: '108' })).status).toBe(201)
  expect((await act(`${id}/dispatch/steps/`, { step: 'DONE' })).status).toBe(200)
  await act(`${id}/update/`, { status: 'ATTENDED', description: 'Practised.' }, 'PATCH')
  // A real alert raised afterwards has reported its relatives: whatever the drill would have sent is there by now.
  const real = await press(world.url, (await createSubscriber(world)).sticker.token)
  await until('the relatives of the real alert are notified', async () => (await messagesOf(real.id)).length === 2)
  expect(await messagesOf(id)).toEqual([])
  expect(await world.db.selectFrom('messages').select('id').where('user_id', '=', own.id).execute()).toEqual([])
})

test('no real ambulance is sent to a drill, and it stays available', async () => {
  const ambulance = await createAmbulance(world)
  const { own } = await owner()
  const id = (await test_sticker(own)).body.id as number
  const answer = await act(`${id}/dispatch/`, { ambulance_id: ambulance.id })
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'A drill sends no real ambulance. Use another provider to practise.',
  ])
  const row = world.db.selectFrom('ambulances').select('status').where('id', '=', ambulance.id)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'AVAILABLE' })
  expect(await alertRow(id)).toMatchObject({ claimed_by: null })
})

test('a real press never joins a drill: it is an alert of its own that tells the relatives', async () => {
  const { own, subscriber } = await owner()
  const drill = (await test_sticker(own)).body.id as number
  const real = await press(world.url, subscriber.sticker.token)
  expect(real.id).not.toBe(drill)
  expect(await alertRow(real.id)).toMatchObject({ drill: false, report_count: 1, verify_by_phone: false })
  await until('the relatives are notified', async () => (await messagesOf(real.id)).length === 2)
  await act(`${drill}/update/`, { status: 'ATTENDED', description: 'Test.' }, 'PATCH')
  const again = await press(world.url, subscriber.sticker.token)
  expect(again.id).toBe(real.id)
})

test('a press and a test of the same sticker at the same moment: the press is always real', async () => {
  for (let round = 0; round < 5; round++) {
    const { own, subscriber } = await owner()
    const [drill, real] = await Promise.all([test_sticker(own), press(world.url, subscriber.sticker.token)])
    expect([201, 409]).toContain(drill.status)
    expect([real.http, (await alertRow(real.id)).drill]).toEqual([201, false])
  }
})

test('a sticker is tested once in 24 hours, also when asked several times at once', async () => {
  const { own } = await owner()
  const answers = await Promise.all([1, 2, 3, 4].map(() => test_sticker(own)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429])
  await world.advanceTime(23 * HOUR)
  const again = await signIn(world, own.id)
  const early = await test_sticker(again)
  expect([early.status, early.body.detail]).toEqual([
    429,
    'You have tested your sticker in the last 24 hours. Try again tomorrow.',
  ])
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(3000)
  await world.advanceTime(HOUR + 60_000)
  expect((await test_sticker(await signIn(world, own.id))).status).toBe(201)
  asha = await signIn(world, asha.id)
})

test('while a real alert about a person is open, their sticker cannot be tested', async () => {
  const { own, subscriber } = await owner()
  const real = await press(world.url, subscriber.sticker.token)
  const rejected = await test_sticker(own)
  expect([rejected.status, rejected.body.detail]).toEqual([
    409,
    'There is an open alert about you. A test is possible when it is closed.',
  ])
  await act(`${real.id}/update/`, { status: 'REJECTED', description: 'Nothing.' }, 'PATCH')
  expect((await test_sticker(own)).status).toBe(201)
})

test('without a valid sticker there is nothing to test', async () => {
  const { own, subscriber } = await owner()
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', subscriber.sticker.id).execute()
  expect((await test_sticker(own)).status).toBe(409)
})

test('an office drill has no person or sticker, and shows as DRILL everywhere', async () => {
  const screen = openScreen(world.url, asha.access)
  const { body } = await startDrill()
  const id = body.id as number
  const card = { id, drill: true, serial_number: 'DRILL', user: null, unregistered: false }
  expect(await until('the screen shows it', () => screen.latest(id))).toMatchObject(card)
  const list = await call(world.url, '/api/qr/alerts/?page_size=100', { access: asha.access })
  expect((list.body.results as AlertCard[]).find((each) => each.id === id)).toMatchObject(card)
  const page = await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })
  expect(page.body).toMatchObject({ ...card, plan: null, timeline: [{ text: 'Asha Rao started a drill.' }] })
  const searched = await call(world.url, '/api/qr/alerts/?search=ravi', { access: asha.access })
  expect(searched.status).toBe(200)
  await screen.close()
})

test('ten drills of the office an hour, and not one more, however many ask at once', async () => {
  await world.advanceTime(2 * HOUR)
  asha = await signIn(world, asha.id)
  const answers = await Promise.all(Array.from({ length: 14 }, startDrill))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  // The owner's test is not one of them.
  const { own } = await owner()
  expect((await test_sticker(own)).status).toBe(201)
  await world.advanceTime(HOUR)
  asha = await signIn(world, asha.id)
  expect((await startDrill()).status).toBe(201)
})

test('an unclaimed drill ends after 30 minutes, a claimed one after a day', async () => {
  const { own } = await owner()
  const { own: other } = await owner()
  const untouched = (await test_sticker(own)).body.id as number
  const taken = (await test_sticker(other)).body.id as number
  await act(`${taken}/claim/`, {})
  const real = await press(world.url, (await createSubscriber(world)).sticker.token)
  await world.advanceTime(29 * 60_000)
  await endDrills({ ctx: world.ctx() })
  expect(await alertRow(untouched)).toMatchObject({ status: 'PENDING' })
  await world.advanceTime(2 * 60_000)
  await until('the sweep has ended it', async () => (await alertRow(untouched)).status === 'REJECTED')
  expect(await alertRow(untouched)).toMatchObject({ description: 'Drill ended automatically', version: 2 })
  expect(await alertRow(taken)).toMatchObject({ status: 'PENDING' })
  expect(await alertRow(real.id)).toMatchObject({ status: 'PENDING' })
  const page = await call(world.url, `/api/qr/alerts/${untouched}/`, { access: asha.access })
  expect(page.body.timeline).toMatchObject([
    { kind: 'raised' },
    { kind: 'rejected', text: 'Nobody claimed the drill within 30 minutes. It ended automatically.' },
  ])
  await world.advanceTime(23 * HOUR + 31 * 60_000)
  await until('the sweep has ended the other one', async () => (await alertRow(taken)).status === 'REJECTED')
  asha = await signIn(world, asha.id)
  const forgotten = await call(world.url, `/api/qr/alerts/${taken}/`, { access: asha.access })
  expect((forgotten.body.timeline as { text: string }[]).at(-1)!.text).toBe(
    'The drill was not closed within 24 hours. It ended automatically.',
  )
  expect(await alertRow(real.id)).toMatchObject({ status: 'PENDING' })
})

test('drills are in no figure of the dashboard', async () => {
  const { own } = await owner()
  const figures = async (who: Person) =>
    (await call(world.url, '/api/dashboard/', { access: who.access })).body.pending_alerts_count
  const before = [await figures(asha), await figures(own)]
  await test_sticker(own)
  expect([await figures(asha), await figures(own)]).toEqual(before)
})

test('only a drill may lack a sticker', async () => {
  const insert = world.db.insertInto('alerts').values({ status_token: 'without-a-sticker' }).execute()
  await expect(insert).rejects.toThrow('alerts_sticker')
})
