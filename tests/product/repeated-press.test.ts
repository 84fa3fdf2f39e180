import { randomUUID } from 'node:crypto'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { expect, test } from 'vitest'
import { SCENE } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

const alertOf = (id: number) => world.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const reportsOf = (id: number) =>
  world.db.selectFrom('alert_reports').selectAll().where('alert_id', '=', id).orderBy('created_at').execute()

test('what was found or typed while an answer was lost comes with the repeat of the press, once', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const { id } = await press(world.url, sticker.token, { scan_id })
  const phone = newPhone()
  const found = { scan_id, ...SCENE, accuracy: 12, landmark: 'Opposite the temple', first_respondent_phone: phone }
  for (let time = 0; time < 3; time += 1) {
    expect(await press(world.url, sticker.token, found)).toMatchObject({ http: 201, id })
  }
  expect(await alertOf(id)).toMatchObject({
    ...SCENE,
    accuracy: 12,
    landmark: 'Opposite the temple',
    first_respondent_phone: phone,
    report_count: 1,
  })
  expect((await reportsOf(id)).map(({ added_later }) => added_later)).toEqual([false, true])
})

test('a repeat of the plain form brings the words that were typed meanwhile', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const { id } = await press(world.url, sticker.token, { scan_id })
  const form = await fetch(`${world.url}/s/${sticker.token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ scan_id, landmark: 'Behind the school' }).toString(),
  })
  expect(form.status).toBe(303)
  expect(await alertOf(id)).toMatchObject({ landmark: 'Behind the school', report_count: 1 })
})

test('a repeat whose details cannot be added is answered like the first', async () => {
  const { sticker } = await createSubscriber(world)
  const scan_id = randomUUID()
  const ip = newAddress()
  const { id, status_url } = await press(world.url, sticker.token, { scan_id })
  for (let place = 0; place < LIMITS.details_per_network; place += 1) {
    await call(world.url, `${status_url}/details`, { body: { landmark: `Shop ${place}` }, ip })
  }
  const again = await press(world.url, sticker.token, { scan_id, landmark: 'One more' }, { 'x-forwarded-for': ip })
  expect(again).toMatchObject({ http: 201, id, status_url })
})

test('places that a phone sends on its own do not use up what a person may say', async () => {
  const { status_url } = await press(world.url, (await createSubscriber(world)).sticker.token)
  const ip = newAddress()
  const add = async (body: object) => (await call(world.url, `${status_url}/details`, { body: { ...body }, ip })).status
  const place = (step: number) => ({ ...SCENE, latitude: SCENE.latitude + step / 1e5, accuracy: 900 - step })
  for (let step = 1; step <= LIMITS.details_per_network; step += 1) expect(await add(place(step))).toBe(200)
  expect(await add(place(0))).toBe(429)
  expect(await add({ call_me: true, first_respondent_phone: newPhone() })).toBe(200)
})
