import { updateAlert } from '@tvarit/shared/domain/call-centre/update-alert'
import { SYNTHETIC_COUPON, syntheticToken } from '@tvarit/shared/domain/synthetic/synthetic-coupon'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, type Page, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSubscriber, type Person, type Subscriber } from '../harness/people.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
let staff: Person
let subscriber: Subscriber
let pending: number[]
let closed: number[]

beforeEach(async () => {
  world = await createWorld({ worker: false })
  staff = await createPerson(world, 'staff')
  subscriber = await createSubscriber(world, { first_name: 'Ravi' })
  // Open and closed ones mixed, as they are raised.
  const ids: number[] = []
  for (let n = 0; n < 30; n++) ids.push(await raise())
  closed = ids.filter((_, n) => n % 2 === 0).toReversed()
  pending = ids.filter((_, n) => n % 2 === 1)
  for (const id of closed) await close(id)
})
afterEach(() => world.stop())

let tokens = 0
async function raise(phone: string | null = null, about = subscriber): Promise<number> {
  const row = await world.db
    .insertInto('alerts')
    .values({
      coupon_id: about.sticker.id,
      user_id: about.id,
      status_token: `token-${tokens++}`,
      first_respondent_phone: phone,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const close = (id: number, status: 'ATTENDED' | 'REJECTED' = 'ATTENDED') =>
  updateAlert({ ctx: { ...world.ctx(), actor: staff.actor }, input: { id, status, description: 'Done.' } })

const PATH = '/api/qr/alerts/'
const read = (query = ''): Promise<Page> => readList(world, `${PATH}${query}`, staff.access)
const walkAll = (query: string, between?: (page: number) => Promise<unknown>) =>
  walk(world, `${PATH}${query}`, staff.access, between ? { between } : {})

test('pending alerts come first, oldest on top, then closed newest on top, at any page size', async () => {
  for (const page_size of [1, 4, 15, 16, 100]) {
    expect(await walkAll(`?page_size=${page_size}`)).toEqual([...pending, ...closed])
  }
  expect((await read()).count).toBe(30)
})

test('a day goes to its closed alerts, the newest on top, and both ways from there', async () => {
  const [later, onTheDay, before] = [closed.slice(0, 5), closed.slice(5, 9), closed.slice(9)]
  const move = (ids: number[], timestamp: string) =>
    world.db
      .updateTable('alerts')
      .set({ timestamp: new Date(timestamp) })
      .where('id', 'in', ids)
      .execute()
  // The day in India, not in UTC.
  await move([...onTheDay, ...pending.filter((id) => id < onTheDay[0]!)], '2026-03-10T23:59:59+05:30')
  await move([...before, ...pending.filter((id) => id < before[0]!)], '2026-03-09T23:59:59+05:30')
  const page = await read('?go_to=2026-03-10&page_size=4')
  expect(idsOf(page)).toEqual(onTheDay)
  expect(page.count).toBe(30)
  expect(idsOf(await readList(world, page.previous!, staff.access))).toEqual(later.slice(1))
  expect(idsOf(await readList(world, page.next!, staff.access))).toEqual(before.slice(0, 4))
  expect(idsOf(await read('?go_to=2026-03-10&page_size=4&sort=-timestamp'))).toEqual(onTheDay.toReversed())
  expect(idsOf(await read('?go_to=2030-01-01&page_size=30'))).toEqual(closed)
  // Before the very first alert there is the last page.
  expect(idsOf(await read('?go_to=2020-01-01'))).toEqual(closed.slice(-10))
  // Also before the very first alert.
  expect(idsOf(await read('?go_to=2020-01-01&page_size=15&sort=-timestamp'))).toEqual(closed.toReversed())
  for (const wrong of ['yesterday', '2026-02-30']) {
    const answer = await call(world.url, `${PATH}?go_to=${wrong}`, { access: staff.access })
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['go_to']])
  }
})

test('alerts of the synthetic scan stand on no page and in no count', async () => {
  await syntheticToken({ ctx: world.ctx() })
  for (const status of ['PENDING', 'ATTENDED', 'PENDING', 'ATTENDED'] as const) {
    await world.db
      .insertInto('alerts')
      .values({ coupon_id: SYNTHETIC_COUPON, status, status_token: `token-${tokens++}` })
      .execute()
  }
  const first = await read('?page_size=4')
  expect([first.count, first.results.length]).toEqual([30, 4])
  const whole = await read('?page_size=100')
  expect([whole.next, whole.results.length]).toEqual([null, 30])
})

test('a page number jumps to the same alerts, also across the border of the two parts', async () => {
  const everything = [...pending, ...closed]
  for (const page of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { results, next, previous } = await read(`?page_size=4&page=${page}`)
    expect(results.map((row) => row.id)).toEqual(everything.slice((page - 1) * 4, page * 4))
    expect([next === null, previous === null]).toEqual([page === 8, page === 1])
  }
})

test('the way back from the last page shows everything again', async () => {
  let page = await read('?page_size=4')
  while (page.next) page = await read(page.next.slice(PATH.length))
  const back = await walk(world, page.previous!, staff.access, { back: true })
  expect([...back, ...idsOf(page)]).toEqual([...pending, ...closed])
})

test('alerts that are closed during a walk are shown once each, none is missed', async () => {
  const toClose = [pending[0]!, pending[7]!, pending[14]!, pending[3]!, pending[12]!]
  const seen = await walkAll('?page_size=4', async (page) => {
    const id = toClose[page - 1]
    if (id) await close(id, 'REJECTED')
  })
  expect(seen.toSorted((a, b) => a - b)).toEqual([...pending, ...closed].toSorted((a, b) => a - b))
})

test('alerts raised during paging come last of the pending ones or next time', async () => {
  const fresh: number[] = []
  const seen = await walkAll('?page_size=4', async () => fresh.push(await raise()))
  expect(seen.filter((id) => !fresh.includes(id))).toEqual([...pending, ...closed])
  expect(new Set(seen).size).toBe(seen.length)
  expect(fresh.some((id) => seen.includes(id))).toBe(true)
})

test('a new walk shows the parts as they are now', async () => {
  await close(pending[0]!)
  expect(await walkAll('?page_size=7')).toEqual([
    ...pending.slice(1),
    ...[...closed, pending[0]!].toSorted((a, b) => b - a),
  ])
})

test('a status shows its alerts only, in its order, with their number', async () => {
  await close(pending[0]!, 'REJECTED')
  expect(await walkAll('?status=PENDING&page_size=4')).toEqual(pending.slice(1))
  expect(await walkAll('?status=ATTENDED&page_size=4')).toEqual(closed)
  expect([await walkAll('?status=REJECTED'), (await read('?status=REJECTED')).count]).toEqual([[pending[0]], 1])
  expect((await read('?status=PENDING&page_size=4')).count).toBe(14)
})

test('a filter without a value is one that was left out', async () => {
  expect(idsOf(await read('?search=&status=&page=&page_size=&cursor='))).toEqual(idsOf(await read('')))
})

test('alerts are found by name and phone of both people, and by serial number', async () => {
  const other = await createSubscriber(world, { first_name: 'Zeenat' })
  const id = await raise('9876501234', other)
  for (const term of ['zeenat', 'zee', 'ze', other.phone_number, '9876501234', '98765 01234', '5012']) {
    const page = await read(`?search=${encodeURIComponent(term)}`)
    expect([term, idsOf(page), page.count]).toEqual([term, [id], 1])
  }
  expect(idsOf(await read(`?search=${other.sticker.serial_number.toLowerCase()}`))).toEqual([id])
  expect(idsOf(await read('?search=zeenat&status=ATTENDED'))).toEqual([])
  expect(await walkAll('?search=ravi&page_size=4')).toEqual([...pending, ...closed])
  // A person who has been removed is still found by their alerts.
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', other.id).execute()
  expect(idsOf(await read('?search=zeenat'))).toEqual([id])
})

test('a subscriber sees only own alerts', async () => {
  const me = await createPerson(world, 'user')
  const id = await raise(null, { ...subscriber, id: me.id })
  const page = await readList(world, PATH, me.access)
  expect([idsOf(page), page.count]).toEqual([[id], 1])
  expect(idsOf(await readList(world, `${PATH}?search=ravi`, me.access))).toEqual([])
})
