import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { beforeAll, expect, test } from 'vitest'
import { idsOf, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')

beforeAll(async () => {
  await Promise.all(Array.from({ length: 47 }, () => createSticker(world)))
  for (let n = 0; n < 23; n++) {
    const { id } = await createSubscriber(world)
    // Several subscribers share a day: the day alone is no key.
    await startOn(id, `2025-03-${String(1 + (n % 4)).padStart(2, '0')}`)
  }
})

const startOn = (id: number, start_date: string) =>
  world.db.updateTable('subscriber_profiles').set({ start_date }).where('user_id', '=', id).execute()
const read = (path: string) => readList(world, path, admin.access)

const allCoupons = async () =>
  (await world.db.selectFrom('coupons').select('id').orderBy('id', 'desc').execute()).map((row) => row.id)
const allSubscribers = async () =>
  (
    await world.db
      .selectFrom('subscriber_profiles')
      .select('user_id')
      .orderBy('start_date', 'desc')
      .orderBy('user_id', 'desc')
      .execute()
  ).map((row) => row.user_id)

test.each(['/api/coupons/', '/api/users/subscribers/'])(
  '%s: following next shows every row once, in order',
  async (path) => {
    const everything = await (path === '/api/coupons/' ? allCoupons() : allSubscribers())
    for (const page_size of [1, 7, 10, 100]) {
      expect(await walk(world, `${path}?page_size=${page_size}`, admin.access)).toEqual(everything)
    }
  },
)

test.each(['/api/coupons/', '/api/users/subscribers/'])('%s: the way back shows the same rows', async (path) => {
  const forth = await walk(world, `${path}?page_size=6`, admin.access)
  let page = await read(`${path}?page_size=6`)
  while (page.next) page = await read(page.next)
  const last = new URLSearchParams(page.previous!.split('?')[1])
  expect(last.get('page')).toBe(String(page.total_pages - 1))
  const back = await walk(world, page.previous!, admin.access, { back: true })
  expect([...back, ...idsOf(page)]).toEqual(forth)
})

test('a page number jumps: it shows what walking there shows, and its links walk on', async () => {
  const everything = await allCoupons()
  const third = await read('/api/coupons/?page=3&page_size=10')
  expect(idsOf(third)).toEqual(everything.slice(20, 30))
  expect(idsOf(await read(third.next!))).toEqual(everything.slice(30, 40))
  expect(idsOf(await read(third.previous!))).toEqual(everything.slice(10, 20))
})

test('the first page has no previous, the last no next, and a page beyond is the last', async () => {
  const first = await read('/api/coupons/?page_size=50')
  expect([first.previous, first.total_pages]).toEqual([null, 2])
  const last = await read(first.next!)
  expect(last.next).toBeNull()
  const beyond = await read('/api/coupons/?page_size=50&page=9')
  expect([idsOf(beyond), beyond.next]).toEqual([idsOf(last), null])
  expect(idsOf(await read(beyond.previous!))).toEqual(idsOf(first))
})

test('links keep every filter, the page size and the page to show', async () => {
  const page = await read(
    '/api/users/subscribers/?search=kumar&start_date=2025-03-01&ending_date=2025-03-31&page_size=5',
  )
  const next = new URL(page.next!, world.url)
  expect(next.pathname).toBe('/api/users/subscribers/')
  expect(Object.fromEntries([...next.searchParams].filter(([name]) => name !== 'cursor'))).toEqual({
    search: 'kumar',
    start_date: '2025-03-01',
    ending_date: '2025-03-31',
    page: '2',
    page_size: '5',
  })
  const third = new URL((await read(page.next!)).next!, world.url)
  expect([third.searchParams.get('page'), third.searchParams.get('search')]).toEqual(['3', 'kumar'])
})

test('rows that come in during a walk neither repeat nor hide any that were there', async () => {
  const before = await allCoupons()
  const seen = await walk(world, '/api/coupons/?page_size=9', admin.access, {
    between: () => world.db.insertInto('coupons').values([newCodes(), newCodes(), newCodes()]).execute(),
  })
  expect(seen).toEqual(before)
  expect(await allCoupons()).not.toEqual(before)
})

test('the same on the way back, and rows that were deleted are simply gone', async () => {
  const everything = await allCoupons()
  const middle = await read('/api/coupons/?page=4&page_size=8')
  const gone = everything[12]!
  await world.db.deleteFrom('coupons').where('id', '=', gone).execute()
  const fresh: number[] = []
  const back = await walk(world, middle.previous!, admin.access, {
    back: true,
    between: async () => fresh.unshift((await createSticker(world)).id),
  })
  expect(back).toEqual([...fresh, ...everything.slice(0, 24).filter((id) => id !== gone)])
})

test('subscribers who register during a walk do not move it', async () => {
  const before = await allSubscribers()
  const seen = await walk(world, '/api/users/subscribers/?page_size=4', admin.access, {
    between: async () => startOn((await createSubscriber(world)).id, '2025-03-04'),
  })
  // A person who starts on an old day with a new id stands above its place and is not seen by this walk.
  expect(seen.filter((id) => before.includes(id))).toEqual(before)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a search is walked in the same way', async () => {
  const everything = await allSubscribers()
  expect(await walk(world, '/api/users/subscribers/?page_size=4&search=kumar', admin.access)).toEqual(everything)
  const jumped = await read('/api/users/subscribers/?page_size=4&search=kumar&page=2')
  expect(idsOf(jumped)).toEqual(everything.slice(4, 8))
})
