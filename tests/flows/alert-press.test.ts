import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const alertsOf = (sticker: number) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker).orderBy('id').execute()

test('a bad detail never refuses the emergency: the alert is raised without it, and the answer says which and why', async () => {
  const raise = async (details: object) => {
    const { sticker } = await createSubscriber(world)
    const answer = await fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: randomUUID(), ...details }),
    })
    const { ignored } = (await answer.json()) as { ignored?: Record<string, string[]> }
    const { latitude, longitude, landmark, first_respondent_phone } = (await alertsOf(sticker.id))[0]!
    return { http: answer.status, ignored, latitude, longitude, landmark, first_respondent_phone }
  }
  const place = { latitude: 12.97, longitude: 77.59 }
  expect(await raise({ ...place, first_respondent_phone: '12' })).toMatchObject({
    ...place,
    http: 201,
    first_respondent_phone: null,
    ignored: { first_respondent_phone: [expect.any(String)] },
  })
  expect(await raise({ ...place, landmark: 'x'.repeat(200) })).toMatchObject({
    ...place,
    http: 201,
    landmark: 'x'.repeat(120),
    ignored: { landmark: ['Cut to 120 characters.'] },
  })
  expect(await raise({ ...place, landmark: 'x'.repeat(60_000) })).toMatchObject({
    http: 201,
    landmark: 'x'.repeat(120),
    ignored: { landmark: ['Cut to 120 characters.'] },
  })
  expect(await raise({ ...place, latitude: 91 })).toMatchObject({
    http: 201,
    latitude: null,
    longitude: null,
    ignored: { latitude: [expect.any(String)] },
  })
  expect(await raise({ latitude: '12.97', longitude: '77.59', surprise: 1 })).toMatchObject({
    ...place,
    http: 201,
    ignored: { surprise: ['Unknown field.'] },
  })
  expect(await raise({ accuracy: {}, device_id: 'x', language: 'xx', pressed_ms_ago: -1 })).toMatchObject({
    http: 201,
    ignored: Object.fromEntries(
      ['accuracy', 'device_id', 'language', 'pressed_ms_ago'].map((key) => [key, [expect.any(String)]]),
    ),
  })
  expect(await raise(place)).toEqual({
    ...place,
    http: 201,
    ignored: undefined,
    landmark: null,
    first_respondent_phone: null,
  })
})

test('scanning shows nothing about health, whatever the subscriber has entered', async () => {
  const { sticker, id } = await createSubscriber(world)
  const critical_line = 'Penicillin allergy'
  await world.db.updateTable('subscriber_profiles').set({ critical_line }).where('user_id', '=', id).execute()
  for (const path of [`/api/scan/${sticker.token}/`, `/s/${sticker.token}`]) {
    const text = await (await fetch(`${world.url}${path}`)).text()
    expect(text).not.toMatch(/penicillin|critical_line|SECRET/i)
  }
})

test('a rejected alert is not joined: the next press is a new one', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const first = await press(world.url, sticker.token)
  await fetch(`${world.url}/api/qr/alerts/${first.id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status: 'REJECTED', description: 'No answer' }),
  })
  expect((await press(world.url, sticker.token)).id).not.toBe(first.id)
})

test('a voided sticker still raises an alert', async () => {
  const { sticker } = await createSubscriber(world)
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', sticker.id).execute()
  expect((await press(world.url, sticker.token)).http).toBe(201)
})

test('a scan_id that was used on another sticker does not swallow the press', async () => {
  const [one, two] = [await createSubscriber(world), await createSubscriber(world)]
  const scan_id = randomUUID()
  const first = await press(world.url, one.sticker.token, { scan_id })
  const second = await press(world.url, two.sticker.token, { scan_id })
  expect(second.http).toBe(201)
  expect(second.id).not.toBe(first.id)
})

test('the token is read in any case and with typing mistakes of the eye (I and L for 1)', async () => {
  const { sticker } = await createSubscriber(world)
  const typed = sticker.token.toLowerCase().replaceAll('1', 'i')
  expect((await press(world.url, typed)).http).toBe(201)
})

test('bad presses get a clear 4xx in the documented shape and write nothing', async () => {
  const { sticker } = await createSubscriber(world)
  const send = (body: string, type = 'application/json', token = sticker.token) =>
    fetch(`${world.url}/api/scan/${token}/alerts/`, { method: 'POST', headers: { 'content-type': type }, body })
  const scan_id = randomUUID()
  const cases: [Response, number, string][] = [
    [await send('{"scan_id":'), 400, 'detail'],
    [await send('[]'), 400, 'non_field_errors'],
    [await send('{}'), 400, 'scan_id'],
    [await send(JSON.stringify({ scan_id: 'x' })), 400, 'scan_id'],
    [await send(JSON.stringify({ scan_id, landmark: 'x'.repeat(70_000) })), 413, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', 'AAAAAAAAAAAAAAAA'), 404, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', '..%2f..'), 404, 'detail'],
    [await send(JSON.stringify({ scan_id }), 'application/json', '%ff'), 400, 'detail'],
  ]
  for (const [response, status, key] of cases) {
    expect(response.status).toBe(status)
    expect(Object.keys((await response.json()) as object)).toContain(key)
  }
  expect(await alertsOf(sticker.id)).toEqual([])
})
