import { randomUUID } from 'node:crypto'
import { RowQueues } from '@tvarit/server/rest/row-queues'
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdLocks } from '../harness/hold-locks.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

const holdSticker = (id: number) => holdLocks(world.pool, 'select from coupons where id = $1 for update', [id])
const from = (address: string) => ({ 'x-forwarded-for': address })

test('reports that wait for one sticker hold one connection, so others are answered', async () => {
  const [busy, other] = [await createSubscriber(world), await createSubscriber(world)]
  await using locks = await holdSticker(busy.sticker.id)
  const waiting = Array.from({ length: 30 }, (_, n) => press(world.url, busy.sticker.token, {}, from(`192.0.2.${n}`)))
  await until('a report waits for the lock', () => locks.waiting())
  const first = await Promise.race([press(world.url, other.sticker.token).then(() => 'the other'), ...waiting])
  expect(first).toBe('the other')
  expect(await locks.waiting()).toBe(1)
  await locks.release()
  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ http, id }) => `${http} ${id}`))).toEqual(new Set([`201 ${answers[0]!.id}`]))
  const { rows } = await world.pool.query('select 1 from alert_reports where coupon_id = $1', [busy.sticker.id])
  expect(rows).toHaveLength(30)
})

test('a network that floods one sticker is asked to come again, another network is taken', async () => {
  const { sticker } = await createSubscriber(world)
  await using locks = await holdSticker(sticker.id)
  const send = (address: string, scan_id: string) =>
    fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(address) },
      body: JSON.stringify({ scan_id }),
    })
  const ids = Array.from({ length: 120 }, () => randomUUID())
  let rejected = 0
  const flood = ids.map(async (scan_id) => {
    const answer = await send('192.0.2.1', scan_id)
    if (answer.status !== 201) rejected += 1
    return { scan_id, status: answer.status, again: answer.headers.get('retry-after') }
  })
  await until('those beyond are answered', () => rejected >= 19)
  const elsewhere = send('198.51.100.1', randomUUID())
  await locks.release()
  expect((await elsewhere).status).toBe(201)
  const answers = await Promise.all(flood)
  const beyond = answers.filter(({ status }) => status !== 201)
  // On a slow machine more than these 19, as a turn is waited for five seconds only.
  expect(beyond.length).toBeGreaterThanOrEqual(19)
  for (const { status, again } of beyond) expect([status, again]).toEqual([503, '2'])
  for (const { scan_id } of beyond) expect((await send('192.0.2.1', scan_id)).status).toBe(201)
  const { rows } = await world.pool.query('select 1 from alert_reports where coupon_id = $1', [sticker.id])
  expect(rows).toHaveLength(121)
})

test('at most 100 reports of a network and 400 in all wait for a sticker', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = new RowQueues()
  const stuck = Promise.withResolvers<string>()
  const ran = [queue.run('a sticker', 'first', () => stuck.promise)]
  const beyond: Promise<unknown>[] = []
  const wait = (network: string) => queue.run('a sticker', network, () => Promise.resolve(network))
  for (const network of ['a', 'b', 'c', 'd']) {
    for (let n = 0; n < 100; n++) ran.push(wait(network))
    if (network === 'a') beyond.push(wait('a').catch((error: unknown) => error))
  }
  beyond.push(wait('e').catch((error: unknown) => error))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.all(beyond)).toMatchObject([{ status: 503 }, { status: 503 }])
  stuck.resolve('first')
  expect(await Promise.all(ran)).toHaveLength(401)
})

test('a report that has waited five seconds for a turn is asked to come again and is taken then', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = new RowQueues()
  const stuck = Promise.withResolvers<string>()
  const first = queue.run('a sticker', 'a network', () => stuck.promise)
  const late = queue.run('a sticker', 'a network', () => Promise.resolve('late'))
  const rejected = late.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await rejected).toMatchObject({ status: 503, retry_after_seconds: 2 })
  const next = queue.run('a sticker', 'a network', () => Promise.resolve('next'))
  stuck.resolve('first')
  expect(await Promise.all([first, next])).toEqual(['first', 'next'])
  expect(await queue.run('a sticker', 'a network', () => Promise.resolve('alone'))).toBe('alone')
})
