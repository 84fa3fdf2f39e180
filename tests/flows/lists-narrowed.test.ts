import { LIMITS } from '@tvarit/shared/contracts/limits'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
const staff = await createPerson(world, 'staff', 'Asha')

const SUBSCRIBERS = '/api/users/subscribers/'
const PEOPLE: [first_name: string, last_name: string, state: string, starts: number, gold?: true, office?: true][] = [
  ['Ravi', 'Kumar', 'Gujarat', -700],
  ['Meera', 'Kumar', 'Kerala', -350, true],
  ['meera', 'Shah', 'Gujarat', -345, true, true],
  ['Om', 'Kumar', 'Tamil Nadu', -10],
  ['Asha', 'Goan', 'Goa', -10],
  ['Éva', 'Nair', 'Kerala', 0, true],
  ['Om', 'Kumar', 'Gujarat', 0],
]
const ids: number[] = []

/** A day so many days from today in India. */
const dayAt = (days: number): string => new Date(Date.now() + 19_800_000 + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  for (const [first_name, last_name, state, starts, gold, office] of PEOPLE) {
    const { id } = await createSubscriber(world, { first_name })
    const [start_date, end] = [dayAt(starts), dayAt(starts + LIMITS.term_days)]
    await world.db.updateTable('users').set({ last_name }).where('id', '=', id).execute()
    await world.db
      .updateTable('subscriber_profiles')
      .set({ state, start_date, ending_date: end, registered_by: office ? staff.id : null })
      .where('user_id', '=', id)
      .execute()
    await world.db
      .updateTable('subscriptions')
      .set({ start_date, end_date: end, plan: gold ? 'GOLD' : 'BASIC' })
      .where('user_id', '=', id)
      .execute()
    ids.push(id)
  }
  const retailer = await createPerson(world, 'retailer')
  await world.db
    .updateTable('subscriber_profiles')
    .set({ seller_id: retailer.id })
    .where('user_id', 'in', [ids[3]!, ids[4]!])
    .execute()
  for (let n = 0; n < 9; n++) await createSticker(world)
  await world.pool.query('analyze')
})

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
])('the filter %s shows its subscribers and no others', async (query, places) => {
  expect(await found(query)).toEqual(places)
})

const SORTED = [
  `${SUBSCRIBERS}?sort=name`,
  `${SUBSCRIBERS}?sort=-name`,
  `${SUBSCRIBERS}?sort=start_date`,
  `${SUBSCRIBERS}?sort=ending_date`,
  `${SUBSCRIBERS}?sort=-ending_date`,
  `${SUBSCRIBERS}?sort=name&search=kumar`,
  `${SUBSCRIBERS}?sort=-ending_date&search=kumar%20gujarat`,
  `${SUBSCRIBERS}?sort=name&state=Gujarat`,
  '/api/coupons/?sort=serial_number',
  '/api/coupons/?sort=-serial_number&status=AVAILABLE',
  '/api/coupons/?sort=created_at',
  '/api/coupons/?sort=created_at&status=USED',
  '/api/coupons/?sort=serial_number&search=S',
  '/api/users/staffs/?sort=name',
  '/api/creator-coupons/?sort=-end_date',
  '/api/audit/?sort=at',
]

test.each(SORTED)('%s: pages of any size, forth and back, are one order without gaps', async (path) => {
  const sort = new URLSearchParams(path.split('?')[1]).get('sort')!
  const column = sort.replace('-', '')
  const whole = await read(`${path}&page_size=100`)
  const all = idsOf(whole)
  expect(new Set(all).size).toBe(all.length)
  const keys = whole.results.map((row) => keyOf(row, column))
  expect(keys).toEqual(keys.toSorted(compare(sort.startsWith('-') ? -1 : 1)))
  for (const size of [1, 2, 3]) {
    // Each look at the audit log is an entry itself; the filters are the same, so it is only one.
    expect(await walk(world, `${path}&page_size=${size}`, admin.access)).toEqual(all)
    let page = await read(`${path}&page_size=${size}`)
    while (page.next) page = await read(page.next)
    const back = page.previous ? await walk(world, page.previous, admin.access, { back: true }) : []
    expect([...back, ...idsOf(page)]).toEqual(all)
  }
})

function keyOf(row: Record<string, unknown> & { id: number }, column: string): string | number {
  const name = 'name' in row ? [row.name] : [row.first_name, row.last_name]
  if (column === 'name') return name.join(' ').toLowerCase()
  return column === 'created_at' || column === 'at' ? row.id : String(row[column])
}
const compare = (sign: number) => (a: string | number, b: string | number) =>
  (typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))) * sign

test('a list begins at a day or at the first letters of a name, and goes on from there both ways', async () => {
  const at = async (query: string) =>
    idsOf(await read(`${SUBSCRIBERS}?page_size=100&${query}`)).map((id) => ids.indexOf(id))
  expect(await at(`sort=start_date&go_to=${dayAt(-10)}`)).toEqual([3, 4, 5, 6])
  expect((await at('sort=name&go_to=Me')).slice(0, 2)).toEqual([1, 2])
  expect((await at('sort=-name&go_to=me')).slice(0, 2)).toEqual([2, 1])
  const page = await read(`${SUBSCRIBERS}?sort=name&go_to=om&page_size=2`)
  expect(idsOf(page).map((id) => ids.indexOf(id))).toEqual([3, 6])
  expect(page.count).toBe(PEOPLE.length)
  expect(idsOf(await read(page.previous!)).map((id) => ids.indexOf(id))).toEqual([1, 2])
  expect(idsOf(await read(page.next!))).not.toContain(ids[3])
  // In front of the first row there is the first page.
  const first = await read(`${SUBSCRIBERS}?sort=name&go_to=a&page_size=2`)
  expect(idsOf(await read(first.previous!))).toEqual(idsOf(first))
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
])('%s is refused under %s, by the list and by its file', async (query, field) => {
  const paths = [SUBSCRIBERS, ...(field === 'cursor' || field === 'go_to' ? [] : [`${SUBSCRIBERS}list/download/`])]
  for (const path of paths) {
    const { status, body } = await call(world.url, `${path}?${query}`, { access: admin.access })
    expect([path, status, body]).toEqual([path, 400, { [field]: [expect.any(String)] }])
  }
})

test.each(["o'--", '%', '_', '\\', '\u{10ffff}', '"', '$1', ' or 1=1'])(
  'a value to go to is no pattern and no SQL: %j',
  async (value) => {
    for (const sort of ['name', '-name']) {
      await read(`${SUBSCRIBERS}?sort=${sort}&go_to=${encodeURIComponent(value)}`)
      await read(`/api/coupons/?sort=${sort.replace('name', 'serial_number')}&go_to=${encodeURIComponent(value)}`)
    }
    const { status } = await call(world.url, '/api/coupons/?go_to=5', { access: admin.access })
    expect(status).toBe(400)
  },
)

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
