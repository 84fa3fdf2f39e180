import { randomUUID } from 'node:crypto'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { createAmbulance, assign, north, raisedAlert, SCENE } from '../harness/ambulances.ts'
import { type Answer, call } from '../harness/api.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')
const admin = await createPerson(world, 'admin', 'Meera')

const post = (person: Person, id: number, what: string, body: object = {}): Promise<Answer> =>
  call(world.url, `/api/qr/alerts/${id}/${what}/`, { body, access: person.access })
const detail = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as AlertDetail
const timeline = async (id: number, kind: string) =>
  (await detail(id)).timeline.filter((entry) => entry.kind === kind).map(({ text }) => text)

const note = (text: string, note_id: string = randomUUID()) => ({ note_id, note: text })

test('an owner can release an alert, and then anybody can claim it', async () => {
  const { id } = await raisedAlert(world)
  await post(asha, id, 'claim')
  const released = await post(asha, id, 'release')
  expect(released).toMatchObject({ status: 200, body: { claimed_by: null, claimed_at: null, status: 'PENDING' } })
  expect(await timeline(id, 'released')).toEqual(['Asha Rao put the alert back.'])
  expect((await post(vikram, id, 'claim')).status).toBe(200)
})

test('only owner or admin release an alert, and never an unclaimed or closed one', async () => {
  const { id } = await raisedAlert(world)
  expect(await post(asha, id, 'release')).toMatchObject({
    status: 409,
    body: { detail: 'Nobody has claimed this alert: there is nothing to put back.' },
  })
  await post(asha, id, 'claim')
  const rejected = await post(vikram, id, 'release')
  expect(rejected.status).toBe(409)
  expect(rejected.body.detail).toMatch(/^Asha has had this alert since \d\d:\d\d:\d\d\.$/)
  expect((await post(admin, id, 'release')).status).toBe(200)
  expect(await timeline(id, 'released')).toEqual(['Meera Rao put the alert of Asha back.'])
  await call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status: 'ATTENDED', description: 'Safe.' },
    access: asha.access,
  })
  expect((await post(asha, id, 'release')).status).toBe(409)
  expect((await post(asha, 999_999, 'release')).status).toBe(404)
})

test('a release and a takeover at once are serialised and leave one state', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await raisedAlert(world)
    await post(asha, id, 'claim')
    const [released, taken] = await Promise.all([
      post(asha, id, 'release'),
      post(vikram, id, 'claim', { take_over: true }),
    ])
    expect(taken.status).toBe(200)
    expect([200, 409]).toContain(released.status)
    expect((await detail(id)).claimed_by?.id).toBe(vikram.id)
  }
})

test('after a release the bystander is sent to 112 only without an ambulance under way', async () => {
  const { id, status_url } = await raisedAlert(world)
  await post(asha, id, 'claim')
  await world.advanceTime(40_000)
  await post(asha, id, 'release')
  const progress = async () => (await (await fetch(`${world.url}${status_url}/state`)).json()) as object
  expect(await progress()).toMatchObject({ seen_by: null, call_112_now: true })
  await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })
  await post(asha, id, 'release')
  expect(await progress()).toMatchObject({ seen_by: null, call_112_now: false })
})

test('a note is on every console’s timeline at once, for seven days after closing too', async () => {
  const { id } = await raisedAlert(world)
  const screen = openScreen(world.url, vikram.access)
  try {
    await until('the screen is live', () => screen.alertIds().has(id))
    const version = screen.latest(id)!.version
    expect((await post(asha, id, 'notes', note('  Called back, a friend is with him.  '))).status).toBe(201)
    await until('the other screen hears of it', () => screen.latest(id)!.version > version)
  } finally {
    await screen.close()
  }
  expect(await timeline(id, 'note')).toEqual(['Asha Rao: Called back, a friend is with him.'])
  await call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status: 'ATTENDED', description: 'Safe.' },
    access: asha.access,
  })
  const closedAgo = (milliseconds: number) =>
    world.db
      .updateTable('alerts')
      .set({ closed_at: new Date(Date.now() - milliseconds) })
      .where('id', '=', id)
      .execute()
  await closedAgo(7 * 86_400_000 - 60_000)
  expect((await post(asha, id, 'notes', note('Family thanked us.'))).status).toBe(201)
  await closedAgo(7 * 86_400_000 + 60_000)
  expect(await post(asha, id, 'notes', note('Too late.'))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('more than seven days ago') },
  })
  expect(await timeline(id, 'note')).toHaveLength(2)
})

test('a note sent again after a lost answer is one note, also when both arrive at once', async () => {
  const { id } = await raisedAlert(world)
  const same = note('Caller moved to the gate.')
  const answers = await Promise.all([1, 2, 3].map(() => post(asha, id, 'notes', same)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await timeline(id, 'note')).toEqual(['Asha Rao: Caller moved to the gate.'])
})

test('a note that is empty or longer than 500 characters is rejected and not written', async () => {
  const { id } = await raisedAlert(world)
  for (const text of ['', '   ', 'x'.repeat(501)]) {
    const rejected = await post(asha, id, 'notes', note(text))
    expect(rejected).toMatchObject({ status: 400, body: { note: [expect.any(String)] } })
  }
  expect((await post(asha, id, 'notes', { note: 'No id.' })).status).toBe(400)
  expect((await post(asha, 999_999, 'notes', note('Nowhere.'))).status).toBe(404)
  expect(await timeline(id, 'note')).toEqual([])
})

test.each(['Caller\u0000', 'Caller \ud83d'])(
  'a note with a character that cannot be stored is rejected: %j',
  async (text) => {
    const { id } = await raisedAlert(world)
    expect(await post(asha, id, 'notes', note(text))).toMatchObject({
      status: 400,
      body: { detail: 'The text has a character that cannot be stored.' },
    })
    expect(await timeline(id, 'note')).toEqual([])
  },
)

test('every report of an alert is listed with phone, place, distance and delay', async () => {
  const { id, subscriber } = await raisedAlert(world, { nowhere: true })
  const { token } = subscriber.sticker
  await press(world.url, token, { ...SCENE, accuracy: 12, first_respondent_phone: '9876543210' })
  await press(world.url, token, { ...north(0.25), accuracy: 30, landmark: 'Flyover', pressed_ms_ago: 90_000 })
  const { reports } = await detail(id)
  expect(reports).toMatchObject([
    { latitude: null, distance_m: null, first_respondent_phone: null, delayed_seconds: null },
    { ...SCENE, accuracy: 12, distance_m: 0, first_respondent_phone: '9876543210', landmark: null },
    { accuracy: 30, landmark: 'Flyover', delayed_seconds: 90 },
  ])
  expect(reports[2]!.distance_m).toBeGreaterThan(245)
  expect(reports[2]!.distance_m).toBeLessThan(255)
  expect(Date.parse(reports[2]!.received_at) - Date.parse(reports[2]!.pressed_at)).toBe(90_000)
})
