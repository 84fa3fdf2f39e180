import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertsOf, detailOf } from '../harness/alert-calls.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()

test('a place far from the known one never moves the alert, and an operator decides', async () => {
  const { sticker } = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  const bengaluru = { latitude: 12.9716, longitude: 77.5946 }
  const delhi = { latitude: 28.6139, longitude: 77.209 }
  const { id, status_url } = await press(world.url, sticker.token, { ...bengaluru, accuracy: 40, landmark: 'Gate 3' })
  await press(world.url, sticker.token, { ...delhi, accuracy: 0 })
  const details = { ...delhi, accuracy: 0, landmark: 'Red Fort', first_respondent_phone: '9876543210' }
  const added = await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(details),
  })
  expect(added.status).toBe(200)
  expect((await alertsOf(world, sticker.id))[0]).toMatchObject({
    ...bengaluru,
    accuracy: 40,
    landmark: 'Gate 3',
    places_differ: true,
    report_count: 2,
  })
  const page = () => detailOf(world, staff, id)
  const { reports, timeline } = await page()
  expect(
    reports.map(({ latitude, accuracy, landmark, added_later }) => [latitude, accuracy, landmark, added_later]),
  ).toEqual([
    [bengaluru.latitude, 40, 'Gate 3', false],
    [delhi.latitude, 5, null, false],
    [delhi.latitude, 5, 'Red Fort', true],
  ])
  expect(timeline.map(({ text }) => text).filter((text) => text.includes('two places are reported'))).toHaveLength(2)

  const choose = (report_id: string) =>
    fetch(`${world.url}/api/qr/alerts/${id}/place/`, {
      method: 'POST',
      headers: staff.headers,
      body: JSON.stringify({ report_id }),
    })
  expect((await choose(randomUUID())).status).toBe(404)
  expect((await choose(reports[1]!.id)).status).toBe(200)
  const chosen = await page()
  expect(chosen).toMatchObject({ ...delhi, accuracy: 5, places_differ: false })
  expect(chosen.timeline.findLast(({ text }) => text.includes('set the place'))?.text).toMatch(
    /set the place to the one reported at .* It was .+ \(12\.97160, 77\.59460\) before\.$/,
  )
})

test('a number that is given later is kept beside the first one, not over it', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token, { first_respondent_phone: '9876500001' })
  await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_respondent_phone: '9876500002' }),
  })
  const [alert] = await alertsOf(world, sticker.id)
  expect(alert!.first_respondent_phone).toBe('9876500001')
  const reports = await world.db
    .selectFrom('alert_reports')
    .select('first_respondent_phone')
    .where('alert_id', '=', alert!.id)
    .orderBy('created_at')
    .execute()
  expect(reports.map(({ first_respondent_phone }) => first_respondent_phone)).toEqual(['9876500001', '9876500002'])
})

test('an invalid detail never blocks an alert, and the response says which and why', async () => {
  const raise = async (details: object) => {
    const { sticker } = await createSubscriber(world)
    const answer = await fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: randomUUID(), ...details }),
    })
    const { ignored } = (await answer.json()) as { ignored?: Record<string, string[]> }
    const { latitude, longitude, landmark, first_respondent_phone } = (await alertsOf(world, sticker.id))[0]!
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
  expect(await raise({ landmark: 'Gate\0 3' })).toMatchObject({ http: 201, landmark: 'Gate 3', ignored: undefined })
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
  expect(await alertsOf(world, sticker.id)).toEqual([])
})
