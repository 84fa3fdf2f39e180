import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import { expect, test } from 'vitest'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const staff = await createPerson(world, 'staff', 'Asha')

async function raised(body = {}) {
  const { sticker } = await createSubscriber(world)
  return press(world.url, sticker.token, body)
}

const progress = async (status_url: string) =>
  (await (await fetch(`${world.url}${status_url}/state`)).json()) as AlertProgress

const console_id = randomUUID()
async function reportConsole(open: boolean, armed = true) {
  const response = await fetch(`${world.url}/trpc/alerts.reportConsole`, {
    method: 'POST',
    headers: staff.headers,
    body: JSON.stringify({ console_id, armed, open }),
  })
  expect(response.status).toBe(200)
}

test('the bystander hears that no console listens and is asked to call 112 now', async () => {
  const { status_url } = await raised()
  expect(await progress(status_url)).toMatchObject({
    status: 'PENDING',
    consoles_online: 0,
    call_112_now: true,
    seen_by: null,
  })
})

test('with a console open there are 30 seconds before the page turns into "call 112 now"', async () => {
  await reportConsole(true)
  const { status_url } = await raised()
  expect(await progress(status_url)).toMatchObject({ consoles_online: 1, call_112_now: false })
  await world.advanceTime(31_000)
  await reportConsole(true)
  expect(await progress(status_url)).toMatchObject({ consoles_online: 1, call_112_now: true })
})

test('a console that is open but has no sound armed does not count: nobody would hear the alert', async () => {
  await reportConsole(true, false)
  const { status_url } = await raised()
  expect(await progress(status_url)).toMatchObject({ consoles_online: 0, call_112_now: true })
  await reportConsole(true)
  expect(await progress(status_url)).toMatchObject({ consoles_online: 1, call_112_now: false })
})

test('a console silent for 45 seconds does not count, and a goodbye counts at once', async () => {
  await reportConsole(true)
  const { status_url } = await raised()
  await world.advanceTime(46_000)
  expect(await progress(status_url)).toMatchObject({ consoles_online: 0 })
  await reportConsole(true)
  expect(await progress(status_url)).toMatchObject({ consoles_online: 1 })
  await reportConsole(false)
  expect(await progress(status_url)).toMatchObject({ consoles_online: 0 })
})

test('after a claim the bystander reads the person’s first name and nothing else', async () => {
  const { id, status_url } = await raised()
  await fetch(`${world.url}/api/qr/alerts/${id}/claim/`, { method: 'POST', headers: staff.headers, body: '{}' })
  const seen = await progress(status_url)
  expect(seen).toMatchObject({ seen_by: 'Asha', call_112_now: false, status: 'PENDING' })
  expect(seen.seen_at).not.toBeNull()
  expect(JSON.stringify(seen)).not.toContain(staff.phone_number)
  const page = await (await fetch(`${world.url}${status_url}`)).text()
  expect(page).toContain('Asha')
  expect(page).toContain('tel:112')
})

test('what the bystander adds later reaches consoles: phone, words and late location', async () => {
  const { id, status_url } = await raised()
  const saved = await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_respondent_phone: '+91 98765 43210',
      landmark: 'Near the temple',
      latitude: 12.9,
      longitude: 77.6,
      accuracy: 15,
    }),
  })
  expect(saved.status).toBe(200)
  const detail = await fetch(`${world.url}/api/qr/alerts/${id}/`, { headers: staff.headers })
  expect(await detail.json()).toMatchObject({
    first_respondent_phone: '9876543210',
    landmark: 'Near the temple',
    latitude: 12.9,
    accuracy: 15,
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'details' })]),
  })
})

test('bad details are rejected in the documented shape and change nothing', async () => {
  const { id, status_url } = await raised()
  const send = async (body: string) => {
    const response = await fetch(`${world.url}${status_url}/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return { status: response.status, keys: Object.keys((await response.json()) as object) }
  }
  expect(await send('{')).toEqual({ status: 400, keys: ['detail'] })
  expect(await send('{"first_respondent_phone":"12"}')).toEqual({ status: 400, keys: ['first_respondent_phone'] })
  expect(await send('{"latitude":"x"}')).toEqual({ status: 400, keys: ['latitude'] })
  expect(await send('{"status":"ATTENDED"}')).toEqual({ status: 400, keys: ['status'] })
  expect(await send(JSON.stringify({ landmark: 'x'.repeat(5000) }))).toMatchObject({ status: 413 })
  const alert = await world.db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(alert).toMatchObject({ landmark: null, latitude: null, first_respondent_phone: null, status: 'PENDING' })
})

test('a status link is dead after a day, and an unknown one looks the same', async () => {
  const { status_url } = await raised()
  const unknown = await fetch(`${world.url}/a/AAAAAAAAAAAAAAAA/state`)
  await world.advanceTime(24 * 3_600_000 + 1000)
  const dead = await fetch(`${world.url}${status_url}/state`)
  expect([dead.status, await dead.json()]).toEqual([unknown.status, await unknown.json()])
  expect(dead.status).toBe(404)
  const page = await fetch(`${world.url}${status_url}`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('tel:112')
})

test('without JavaScript the form raises one alert, cuts long input and leads to the status', async () => {
  const { sticker } = await createSubscriber(world)
  const page = await (await fetch(`${world.url}/s/${sticker.token}`)).text()
  const scan_id = /name="?scan_id"? value="?([0-9a-f-]{36})/.exec(page)![1]!
  const submit = () =>
    fetch(`${world.url}/s/${sticker.token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ scan_id, landmark: 'Flyover'.padEnd(30_000, 'x') }).toString(),
    })
  const [first, second] = [await submit(), await submit()]
  expect([first.status, second.status]).toEqual([303, 303])
  expect(first.headers.get('location')).toBe(second.headers.get('location'))
  const alerts = await world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', sticker.id).execute()
  expect(alerts).toMatchObject([{ landmark: 'Flyover'.padEnd(120, 'x'), report_count: 1 }])
})

test('the scan page has no address, relatives or health, and the first name only by consent', async () => {
  const silent = await createSubscriber(world, { first_name: 'Gopal' })
  const open = await createSubscriber(world, { first_name: 'Gopal', show_first_name: true })
  const pages = await Promise.all(
    [silent, open].map(async ({ sticker }) => (await fetch(`${world.url}/s/${sticker.token.toLowerCase()}`)).text()),
  )
  for (const page of pages) expect(page).not.toMatch(/MG Road|Meena|Suresh|SECRET|Kumar|560001/)
  expect(pages[0]).not.toContain('Gopal')
  expect(pages[1]).toContain('Gopal')
  const api = await (await fetch(`${world.url}/api/scan/${open.sticker.token}/`)).json()
  expect(api).toEqual({
    state: 'registered',
    first_name: 'Gopal',
    serial_last4: open.sticker.serial_number.slice(-4),
  })
})

test('an unregistered sticker says so, links to registration, and has the button', async () => {
  const sticker = await createSticker(world)
  const page = await (await fetch(`${world.url}/S/${sticker.token}`)).text()
  expect(page).toContain('href="/register"')
  expect(page).toMatch(/<form[^>]+method="?post/i)
  expect(await world.db.selectFrom('alerts').select('id').where('coupon_id', '=', sticker.id).execute()).toEqual([])
  await until('the page of an unknown sticker has 112', async () =>
    (await (await fetch(`${world.url}/s/ZZZZZZZZZZZZZZZZ`)).text()).includes('tel:112'),
  )
})

test('scan page (10 KB) and status page (20 KB) are one response that fetches nothing', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token)
  for (const [path, most] of [
    [`/s/${sticker.token}`, 10_240],
    [status_url, 20_480],
  ] as const) {
    for (const encoding of ['br', 'gzip']) {
      const bytes = await transferred(`${world.url}${path}?lang=ta`, encoding)
      expect(bytes).toBeLessThanOrEqual(most)
    }
    const page = await (await fetch(`${world.url}${path}`)).text()
    expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="?(https?:|\/)/i)
  }
})

/** Bytes of the body as they travel. */
function transferred(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      if (response.headers['content-encoding'] !== encoding) return reject(new Error('It is not compressed.'))
      let bytes = 0
      response.on('data', (data: Buffer) => (bytes += data.length)).on('end', () => resolve(bytes))
    })
    request.on('error', reject)
  })
}
