import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList, walk } from '../harness/list-pages.ts'
import { createPerson } from '../harness/people.ts'
import { createVariedSubscribers, dayAt, PEOPLE } from '../harness/varied-subscribers.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
const staff = await createPerson(world, 'staff', 'Asha')
const ids = await createVariedSubscribers(world, staff)

const SUBSCRIBERS = '/api/users/subscribers/'
const read = (path: string) => readList(world, path, admin.access)

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
