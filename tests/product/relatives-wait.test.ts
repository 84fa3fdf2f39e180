import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { ALERT_RULES } from '@tvarit/shared/contracts/alert-rules'
import { expect, test } from 'vitest'
import { alertsOf, closeAlert, detailOf, messagesOf } from '../harness/alert-calls.ts'
import { assign, createAmbulance, north, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, type Subscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff')

const several = (length: number) => Promise.all(Array.from({ length }, () => createSubscriber(world)))
const pressFrom = (ip: string, { sticker }: Subscriber, place: object = {}, headers: Record<string, string> = {}) =>
  press(world.url, sticker.token, { device_id: randomUUID(), ...place }, { 'x-forwarded-for': ip, ...headers })

/** Of a subscriber's last alert: why its relatives wait, or null once they were notified. */
const waitOf = ({ sticker }: Subscriber): Promise<string | null> =>
  until('relatives are notified or wait', async () => {
    const { id, relatives_wait_for, relatives_told_at, verify_by_phone } = (await alertsOf(world, sticker.id)).at(-1)!
    if (!relatives_wait_for && !relatives_told_at) return undefined
    expect([verify_by_phone, (await messagesOf(world, id)).length > 0]).toEqual([false, relatives_told_at !== null])
    return { waits: relatives_wait_for ?? null }
  }).then(({ waits }) => waits)
const waitsOf = (subscribers: Subscriber[]) => Promise.all(subscribers.map(waitOf))
const claim = (id: number) => call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })

test.each([
  ['one address', () => '198.51.100.20'],
  ['one IPv6 customer who hops', (n: number) => `2001:db8:20:${n.toString(16)}::1`],
])('of 25 presses at once without places from %s all ring and six are notified', async (_, ip) => {
  const subscribers = await several(25)
  const pressed = await Promise.all(subscribers.map((subscriber, n) => pressFrom(ip(n), subscriber)))
  expect(pressed.map(({ http }) => http)).toEqual(Array(25).fill(201))
  const waits = await waitsOf(subscribers)
  expect(waits.filter((rule) => rule === null).length).toBeLessThanOrEqual(6)
  expect(new Set(waits)).toContain('network_unplaced')
})

test('a network’s third alert kilometres apart waits for a claim, and shows why', async () => {
  const subscribers = await several(3)
  for (const [n, subscriber] of subscribers.entries()) await pressFrom('198.51.100.21', subscriber, north(n * 5))
  expect(await waitsOf(subscribers)).toEqual([null, null, 'network_apart'])
  const { id } = (await alertsOf(world, subscribers[2]!.sticker.id))[0]!
  const words = 'Relatives wait for a claim: third alert or more from this network, far apart.'
  const detail = await detailOf(world, asha, id)
  expect([detail.relatives_wait_for, detail.timeline.at(-1)?.text]).toEqual(['network_apart', words])
  expect((await claim(id)).body).toMatchObject({ relatives_wait_for: null })
  expect(await waitOf(subscribers[2]!)).toBeNull()
})

test('places that claim to be vague are no way around it', async () => {
  const subscribers = await several(8)
  for (const [n, subscriber] of subscribers.entries())
    await pressFrom('198.51.100.22', subscriber, { ...north(n * 50), accuracy: 1_000_000 })
  expect((await waitsOf(subscribers)).at(-1)).toBe('network_unplaced')
})

test('of six people within 100 m pressed for from one address all relatives are notified at once', async () => {
  const subscribers = await several(6)
  await Promise.all(subscribers.map((subscriber, n) => pressFrom('198.51.100.23', subscriber, north(n * 0.02))))
  expect(await waitsOf(subscribers)).toEqual(Array(6).fill(null))
})

test('the relatives of a sticker with two rejected alerts within the hour wait for a claim', async () => {
  const subscriber = await createSubscriber(world)
  const waits: (string | null)[] = []
  for (let n = 0; n < 12; n++) {
    const { id } = await pressFrom(`198.51.101.${n}`, subscriber)
    waits.push(await waitOf(subscriber))
    expect((await closeAlert(world, asha, id, 'REJECTED')).status).toBe(200)
  }
  expect(waits).toEqual([null, null, ...Array(10).fill('sticker_rejected')])
})

test('a second network within its limits has relatives notified, a page of another site does not', async () => {
  const [subscriber] = (await several(1)) as [Subscriber]
  await pressFrom('198.51.100.24', subscriber, {}, { 'sec-fetch-site': 'cross-site' })
  expect(await waitOf(subscriber)).toBe('another_site')
  await pressFrom('198.51.100.25', subscriber, {}, { 'sec-fetch-site': 'cross-site' })
  expect(await waitOf(subscriber)).toBe('another_site')
  await pressFrom('198.51.100.26', subscriber, {}, { 'sec-fetch-site': 'same-origin' })
  await until('the relative is notified', async () => (await smsTo(world, subscriber.relatives[0]!)).length === 1)
})

test('a network above its limits cannot vouch for the alerts of another one', async () => {
  const subscribers = await several(4)
  for (const ip of ['198.51.100.27', '198.51.100.28'])
    for (const [n, subscriber] of subscribers.entries()) await pressFrom(ip, subscriber, north(n * 5))
  expect(await waitsOf(subscribers)).toEqual([null, null, 'network_apart', 'network_apart'])
})

test('sending an ambulance to an alert whose relatives wait tells them', async () => {
  const [subscriber] = (await several(1)) as [Subscriber]
  const { id } = await pressFrom('198.51.100.29', subscriber, north(1), { 'sec-fetch-site': 'cross-site' })
  expect(await waitOf(subscriber)).toBe('another_site')
  expect((await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })).status).toBe(201)
  const notified = async () =>
    (await smsTo(world, subscriber.relatives[0]!)).some((text) => text.startsWith('EMERGENCY'))
  await until('the relative is notified of the emergency', notified)
})

test('relatives who wait are notified also when a server of the version before took the claim', async () => {
  const [subscriber] = (await several(1)) as [Subscriber]
  const { id } = await pressFrom('198.51.100.30', subscriber, {}, { 'sec-fetch-site': 'cross-site' })
  expect(await waitOf(subscriber)).toBe('another_site')
  const at = new Date(Date.now() - 10_000)
  const claimed = { claimed_by: asha.id, claimed_at: at, first_claimed_at: at }
  await world.db.updateTable('alerts').set(claimed).where('id', '=', id).execute()
  expect(await detailOf(world, asha, id)).toMatchObject({ relatives_wait_for: null })
  await until('the relative is notified', async () => (await smsTo(world, subscriber.relatives[0]!)).length === 1)
})

test('an alert from another site’s form delays its relatives’ messages until a claim', async () => {
  const sites = ['cross-site', 'same-origin', 'same-site', 'none', undefined]
  const subscribers = await several(sites.length)
  for (const [n, site] of sites.entries()) {
    const answer = await fetch(`${world.url}/s/${subscribers[n]!.sticker.token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `198.51.102.${n}`, ...(site ? { 'sec-fetch-site': site } : {}) },
      body: new URLSearchParams({ landmark: 'Gate 2' }),
    })
    expect(answer.status).toBe(303)
  }
  expect(await waitsOf(subscribers)).toEqual(['another_site', null, null, null, null])
})

test('presses that a proxy hides behind a private address let nobody wait', async () => {
  const subscribers = await several(12)
  for (const [n, subscriber] of subscribers.entries()) await pressFrom('10.1.2.3', subscriber, north(n * 5))
  expect(await waitsOf(subscribers)).toEqual(Array(12).fill(null))
})

test('docs/security.md has the table of rules', () => {
  const document = fs.readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const rows = Object.values(ALERT_RULES).map(
    ({ counts, limit, minutes, effect }) => `| ${counts} | ${limit} | ${minutes} | \`${effect}\` |`,
  )
  expect(document).toContain(rows.join('\n'))
})
