import { LIMITS } from '@tvarit/shared/contracts/limits'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList } from '../harness/list-pages.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { createVariedSubscribers, dayAt } from '../harness/varied-subscribers.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
const staff = await createPerson(world, 'staff', 'Asha')
const ids = await createVariedSubscribers(world, staff)

const SUBSCRIBERS = '/api/users/subscribers/'

/** The places in `PEOPLE` of what a list shows. */
async function found(query: string): Promise<number[]> {
  const page = await readList(world, `${SUBSCRIBERS}?page_size=100&${query}`, admin.access)
  expect([query, page.count]).toEqual([query, page.results.length])
  return idsOf(page).map((id) => ids.indexOf(id))
}
const read = (path: string) => readList(world, path, admin.access)

test.each([
  ['kumar gujarat', [6, 0]],
  ['gujarat kumar', [6, 0]],
  ['KUMAR guja', [6, 0]],
  ['kumar om', [6, 3]],
  ['tamil nadu', [3]],
  ['nadu kumar om', [3]],
  ['goa', [4]],
  ['kumar goa', []],
  ['kumar nosuchword', []],
  ['and', []],
])('all words of %j must match, in any order, the state too', async (search, places) => {
  expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(places)
})

test.each([
  ['state=Kerala', [5, 1]],
  ['plan=GOLD', [5, 2, 1]],
  ['plan=BASIC', [6, 4, 3, 0]],
  ['expiry=soon', [1, 2]],
  ['expiry=over', [0]],
  ['registered_by=office', [2]],
  ['registered_by=self&state=Gujarat', [6, 0]],
  ['registered_by=partner', [4, 3]],
  ['registered_by=partner&search=kumar', [3]],
  ['state=Gujarat&plan=GOLD&expiry=soon&registered_by=office&search=meera', [2]],
  [`start_date=${dayAt(-350)}&ending_date=${dayAt(-10)}&plan=GOLD`, [2, 1]],
  [`start_date=${dayAt(-30)}&expiry=over`, []],
])('the filter %s shows its subscribers and no others', async (query, places) => {
  expect(await found(query)).toEqual(places)
})

test('coupons are narrowed to voided ones and to all others', async () => {
  const [gone] = idsOf(await read('/api/coupons/?status=AVAILABLE'))
  await call(world.url, `/api/coupons/${gone}/void/`, {
    method: 'POST',
    access: admin.access,
    body: { reason: 'Lost', replace: false },
  })
  expect(idsOf(await read('/api/coupons/?voided=only'))).toEqual([gone])
  const others = await read('/api/coupons/?voided=without&page_size=100')
  expect(idsOf(others)).not.toContain(gone)
  expect(others.count).toBe(others.results.length)
})

test('a subscriber who filters and sorts still sees only the own row', async () => {
  const own = await createSubscriber(world, { first_name: 'Only' })
  const { access } = await createPerson(world, 'user')
  for (const query of ['sort=name', 'plan=BASIC', 'search=only', 'search=kerala', 'go_to=a&sort=name']) {
    const page = await readList(world, `${SUBSCRIBERS}?${query}`, access)
    expect([query, idsOf(page)]).toEqual([query, []])
  }
  expect(own.id).toBeGreaterThan(0)
  const { status } = await call(world.url, `${SUBSCRIBERS}list/download/`, { access })
  expect(status).toBe(403)
})

const key = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

test.each([
  ['sort=phone_number', 'sort'],
  ['sort=name;drop', 'sort'],
  ['state=Atlantis', 'state'],
  ['plan=SILVER', 'plan'],
  ['expiry=yesterday', 'expiry'],
  ['registered_by=1', 'registered_by'],
  ['expiry=over&sort=start_date', 'sort'],
  ['start_date=2025-01-01&sort=-ending_date', 'sort'],
  ['go_to=yesterday', 'go_to'],
  ['go_to=2025-02-30', 'go_to'],
  [`go_to=${'x'.repeat(51)}&sort=name`, 'go_to'],
  [`sort=name&cursor=${key('n', 5)}`, 'cursor'],
  [`sort=name&cursor=${key('n', 'x'.repeat(201), 5)}`, 'cursor'],
  [`cursor=${key('n', 'a name', 5)}`, 'cursor'],
])('%s is rejected under %s, by the list and by its file', async (query, field) => {
  const paths = [SUBSCRIBERS, ...(field === 'cursor' || field === 'go_to' ? [] : [`${SUBSCRIBERS}list/download/`])]
  for (const path of paths) {
    const { status, body } = await call(world.url, `${path}?${query}`, { access: admin.access })
    expect([path, status, body]).toEqual([path, 400, { [field]: [expect.any(String)] }])
  }
})

test('the plan that counts is the last one: a renewal changes it', async () => {
  const renewed = ids[0]!
  const { body } = await call(world.url, `/api/users/${renewed}/renew/`, {
    method: 'POST',
    access: admin.access,
    body: { plan: 'GOLD', ending_date: dayAt(-700 + LIMITS.term_days) },
  })
  expect(body).toMatchObject({ today: { name: 'GOLD' } })
  expect(await found('plan=GOLD')).toContain(0)
  expect(await found('expiry=over')).toEqual([])
})

test('a plan that was renewed without a gap began long ago, and is found by its end', async () => {
  const renewed = world.db
    .updateTable('subscriber_profiles')
    .set({ start_date: dayAt(-800) })
    .where('user_id', '=', ids[1]!)
  await renewed.execute()
  expect(await found('expiry=soon')).toEqual([1, 2])
  expect(await found('state=Kerala&expiry=soon')).toEqual([1])
})
