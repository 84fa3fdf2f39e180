import { spokenCode } from '@tvarit/shared/contracts/codes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { beforeAll, expect, test } from 'vitest'
import { addCrowd } from '../harness/crowd.ts'
import { idsOf, type Page, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
const lalita = await createSubscriber(world, { first_name: 'Lalita' })

beforeAll(async () => {
  await world.db
    .updateTable('users')
    .set({ last_name: 'Deshpande', email: 'lalita.d@mail.example' })
    .where('id', '=', lalita.id)
    .execute()
  for (const first_name of ['Ravi', 'Meera', 'Om']) await createSubscriber(world, { first_name })
  await addCrowd(world)
  await world.pool.query('analyze')
})

const search = (path: string, term: string, more = ''): Promise<Page> =>
  readList(world, `${path}?search=${encodeURIComponent(term)}${more}`, admin.access)
const subscribers = (term: string, more?: string) => search('/api/users/subscribers/', term, more)

test('a subscriber is found by part of name, e-mail, phone, serial number and coupon code', async () => {
  const { serial_number, coupon_code } = lalita.sticker
  const { phone_number } = lalita
  const terms = [
    ['lalita', 'LALITA', 'Lalit', 'alita desh', 'Lalita  Deshpande', 'deshpande', 'lalita.d@mail.example', 'lalita.d@'],
    [phone_number, `+91 ${phone_number.slice(0, 5)} ${phone_number.slice(5)}`, `0${phone_number}`],
    [serial_number, serial_number.toLowerCase(), spokenCode(serial_number), serial_number.slice(3)],
    [coupon_code, spokenCode(coupon_code).toLowerCase(), ` ${coupon_code} `, coupon_code.slice(2, 9)],
  ].flat()
  for (const term of terms) {
    const page = await subscribers(term)
    expect([term, idsOf(page), page.count]).toEqual([term, [lalita.id], 1])
  }
})

test('one and two letters find everybody who has them', async () => {
  const expected = await world.pool.query<{ n: number }>(
    `select count(*) as n from users where role = 'user' and search like '%q%'`,
  )
  const page = await subscribers('q')
  expect([page.count, page.count_capped]).toEqual([expected.rows[0]!.n, false])
  expect(await walk(world, '/api/users/subscribers/?search=Q&page_size=7', admin.access)).toHaveLength(40)
  expect(idsOf(await subscribers('om', '&page_size=100'))).toContain(
    (await world.db.selectFrom('users').select('id').where('first_name', '=', 'Om').executeTakeFirstOrThrow()).id,
  )
})

test.each(['%', '_', '\\', '%%', '_a', 'a%', "'", "' or 1=1 --", '"', '$1', '%lalita%', 'lalit_'])(
  'the term %j is taken literally',
  async (term) => {
    for (const path of ['/api/users/subscribers/', '/api/coupons/', '/api/users/staffs/', '/api/users/admins/']) {
      const page = await search(path, term)
      expect([path, idsOf(page), page.count]).toEqual([path, [], 0])
    }
    for (const path of ['/api/sales/retailers/', '/api/creator-coupons/', '/api/qr/alerts/']) {
      expect([path, (await search(path, term)).count]).toEqual([path, 0])
    }
  },
)

test('a literal wildcard that is there is found', async () => {
  const odd = await createSubscriber(world, { first_name: '100%_\\x' })
  for (const term of ['100%', '%_', '_\\x', '0%_\\']) expect(idsOf(await subscribers(term))).toEqual([odd.id])
})

test('a person who is rare and far down in the list is found, in order, with an exact count', async () => {
  const expected = await world.db
    .selectFrom('users')
    .innerJoin('subscriber_profiles as p', 'p.user_id', 'users.id')
    .select('users.id')
    .where('first_name', '=', 'Qutub')
    .orderBy('p.start_date', 'desc')
    .orderBy('users.id', 'desc')
    .execute()
  const first = await subscribers('qutub')
  expect([first.count, first.count_capped, first.total_pages]).toEqual([40, false, 4])
  expect(idsOf(first)).toEqual(expected.slice(0, 10).map((row) => row.id))
  expect(await walk(world, '/api/users/subscribers/?search=qutub&page_size=9', admin.access)).toEqual(
    expected.map((row) => row.id),
  )
  expect(idsOf(await subscribers('qutub', '&page=3'))).toEqual(expected.slice(20, 30).map((row) => row.id))
})

test.each([
  'crowd member12',
  'member12 crowd kerala',
  'kerala qutub',
  'kerala crowd',
  'qutub member2',
  'qutub goa',
  'member11999 goa',
])('a search for %j finds what a full scan finds, by day and by name', async (term) => {
  const conditions = term.split(' ').map((_word, n) => `u.search || ' ' || lower(p.state) like $${n + 1}`)
  for (const [sort, order] of [
    ['-start_date', 'p.start_date desc, u.id desc'],
    ['name', `lower(u.first_name || ' ' || u.last_name) collate "C", u.id`],
  ]) {
    const { rows } = await world.pool.query<{ id: number }>(
      `select u.id from users u join subscriber_profiles p on p.user_id = u.id
         where ${conditions.join(' and ')} order by ${order}`,
      term.split(' ').map((word) => `%${word}%`),
    )
    const page = await subscribers(term, `&sort=${sort}`)
    expect([sort, idsOf(page)]).toEqual([sort, rows.slice(0, 10).map(({ id }) => id)])
    // By name the matches are gathered whatever their number.
    const most = sort === 'name' ? LIMITS.count_most : LIMITS.count_most_of_common_term
    expect([sort, page.count]).toEqual([sort, page.count_capped ? most : rows.length])
  }
})

test('a count stops at its cap and says so, and pages beyond still come', async () => {
  const common = await subscribers('crowd', '&page_size=100')
  expect([common.count, common.count_capped, common.total_pages]).toEqual([LIMITS.count_most_of_common_term, true, 2])
  const period = await readList(world, '/api/users/subscribers/?start_date=1990-01-01&page_size=100', admin.access)
  expect([period.count, period.count_capped, period.total_pages]).toEqual([LIMITS.count_most, true, 100])
  const several = '/api/users/subscribers/?state=Kerala&registered_by=self&start_date=1990-01-01&page_size=100'
  const narrowed = await readList(world, several, admin.access)
  expect([narrowed.count, narrowed.count_capped]).toEqual([LIMITS.count_most_of_several_filters, true])
  const all = await walk(world, '/api/users/subscribers/?search=crowd.example&page_size=100', admin.access)
  expect([all.length, new Set(all).size]).toEqual([12_000, 12_000])
})

test('dates narrow a list and a search, both included', async () => {
  const ids = async (query: string) => idsOf(await readList(world, `/api/users/subscribers/${query}`, admin.access))
  const within = await readList(
    world,
    '/api/users/subscribers/?start_date=2020-03-01&ending_date=2020-03-02&page_size=100',
    admin.access,
  )
  expect(within.count).toBe(80)
  expect(new Set(within.results.map((row) => row.start_date))).toEqual(new Set(['2020-03-01', '2020-03-02']))
  expect(await ids('?search=lalita&start_date=2020-01-01&ending_date=2020-12-31')).toEqual([])
  expect(await ids('?search=lalita&start_date=2020-01-01&ending_date=')).toEqual([lalita.id])
  const both = await subscribers('crowd', '&start_date=2020-03-01&ending_date=2020-03-01')
  expect([both.count, both.count_capped]).toEqual([40, false])
})

test('coupons are found by any part of their codes, as people write them, within a status', async () => {
  const { id, serial_number, coupon_code } = lalita.sticker
  const terms = [serial_number, coupon_code.toLowerCase(), spokenCode(coupon_code), serial_number.slice(2, 9)]
  for (const term of terms) {
    const page = await search('/api/coupons/', term)
    expect([term, idsOf(page), page.count]).toEqual([term, [id], 1])
    expect((await search('/api/coupons/', term, '&status=AVAILABLE')).count).toBe(0)
    expect((await search('/api/coupons/', term, '&status=USED')).count).toBe(1)
  }
  // I and L are read as 1; a symbol that no code has finds nothing.
  const withOne = await world.pool.query<{ id: number; serial_number: string }>(
    `select id, serial_number from coupons where serial_number like '%1%' order by id limit 1`,
  )
  const { serial_number: typed, id: found } = withOne.rows[0]!
  expect(idsOf(await search('/api/coupons/', typed.replaceAll('1', 'l')))).toEqual([found])
  expect((await search('/api/coupons/', 'S0')).count).toBe(0)
})

test('parts of codes of any length give the same coupons as looking at each', async () => {
  for (const term of ['7', 'Z7', 'AB', 'K3M', 'S12', 'QZ4A']) {
    const expected = await world.pool.query<{ id: number }>(
      `select id from coupons where serial_number like '%' || $1 || '%' or coupon_code like '%' || $1 || '%' order by id desc`,
      [term],
    )
    const page = await search('/api/coupons/', term)
    const most = page.count_capped ? LIMITS.count_most_of_common_term : Infinity
    expect([term, page.count]).toEqual([term, Math.min(expected.rows.length, most)])
    expect([term, idsOf(page)]).toEqual([term, expected.rows.slice(0, 10).map((row) => row.id)])
  }
})

test('staff, admins, the chain and creators are found by their fields and by nobody else’s', async () => {
  const staff = await createPerson(world, 'staff', 'Pallavi')
  const retailer = await createPerson(world, 'retailer', 'Gopal')
  await world.db
    .insertInto('distributor_profiles')
    .values({
      user_id: retailer.id,
      firm_name: 'Gopal Tyres & Sons',
      address: 'x',
      district: 'x',
      state: 'Kerala',
      pin_code: '682001',
      date_of_birth: '1980-01-01',
    })
    .execute()
  const creator = await world.db
    .insertInto('creator_coupons')
    .values({
      name: 'Ravi Vlogs',
      coupon_code: 'RAVI-7K4',
      social_media_name: 'ravi',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cases: [string, string[], number][] = [
    ['/api/users/staffs/', ['pallavi', 'pallavi rao', staff.phone_number, `${staff.phone_number}@`, 'vi'], staff.id],
    ['/api/users/admins/', ['zubin', admin.phone_number, 'ZU'], admin.id],
    ['/api/sales/retailers/', ['gopal', 'tyres & sons', 'SONS', retailer.phone_number, 'go'], retailer.id],
    ['/api/creator-coupons/', ['vlogs', 'RAVI-7K4', 'ravi7k4', '7k', 'ravi 7k4'], creator.id],
  ]
  for (const [path, terms, id] of cases) {
    for (const term of terms) expect([path, term, idsOf(await search(path, term))]).toEqual([path, term, [id]])
    expect([path, (await search(path, 'lalita')).count]).toEqual([path, 0])
  }
})
