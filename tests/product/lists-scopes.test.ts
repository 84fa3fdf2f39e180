import { openSession } from '@tvarit/shared/domain/people/sessions/open-session'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList } from '../harness/list-pages.ts'
import {
  createPerson,
  createSticker,
  createSubscriber,
  newPhone,
  type Person,
  signIn,
  type Subscriber,
} from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')

async function accessOf({ id }: Subscriber): Promise<string> {
  const user = await world.db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return (await openSession({ ctx: world.ctx(), user, how: 'password' })).access
}

test('a subscriber sees only themselves and their own coupon, whatever they search for', async () => {
  const me = await createSubscriber(world, { first_name: 'Ravi' })
  const other = await createSubscriber(world, { first_name: 'Ravi' })
  await createSticker(world)
  const access = await accessOf(me)
  for (const query of ['', '?search=ravi', '?search=r', `?search=${me.phone_number}`]) {
    const page = await readList(world, `/api/users/subscribers/${query}`, access)
    expect([query, idsOf(page), page.count]).toEqual([query, [me.id], 1])
  }
  for (const search of [other.phone_number, other.sticker.serial_number]) {
    expect(idsOf(await readList(world, `/api/users/subscribers/?search=${search}`, access))).toEqual([])
  }
  const coupons = await readList(world, '/api/coupons/', access)
  expect([idsOf(coupons), coupons.count]).toEqual([[me.sticker.id], 1])
  const foreign = await readList(world, `/api/coupons/?search=${other.sticker.serial_number}`, access)
  expect([foreign.results, foreign.count]).toEqual([[], 0])
})

test('a cursor made by a person who sees more shows a subscriber nothing more', async () => {
  const me = await createSubscriber(world)
  await Promise.all(Array.from({ length: 4 }, () => createSticker(world)))
  const wide = await readList(world, '/api/coupons/?page_size=1', admin.access)
  const page = await readList(world, wide.next!, await accessOf(me))
  expect(idsOf(page)).toEqual([me.sticker.id])
})

test('each level of the chain sees the people below it, at any depth, and nobody else', async () => {
  const top = await createPerson(world, 'super_distributor')
  const otherTop = await createPerson(world, 'super_distributor')
  const [left, right] = [
    await createPerson(world, 'distributor', 'Left', top.id),
    await createPerson(world, 'distributor', 'Right', top.id),
  ]
  const foreign = await createPerson(world, 'distributor', 'Foreign', otherTop.id)
  const retailers = [
    await createPerson(world, 'retailer', 'One', left.id),
    await createPerson(world, 'retailer', 'Two', left.id),
    await createPerson(world, 'retailer', 'Three', right.id),
  ]
  const foreignRetailer = await createPerson(world, 'retailer', 'Four', foreign.id)
  const newestFirst = (...people: Person[]) => people.map(({ id }) => id).toSorted((a, b) => b - a)

  for (const path of ['/api/sales/distributors/', '/api/sales/my-distributors/']) {
    const page = await readList(world, path, top.access)
    expect([idsOf(page), page.count]).toEqual([newestFirst(left, right), 2])
  }
  for (const path of ['/api/sales/retailers/', '/api/sales/my-retailers/']) {
    expect(idsOf(await readList(world, path, top.access))).toEqual(newestFirst(...retailers))
    expect(idsOf(await readList(world, path, left.access))).toEqual(newestFirst(retailers[0]!, retailers[1]!))
    expect(idsOf(await readList(world, path, foreign.access))).toEqual([foreignRetailer.id])
  }
  expect(idsOf(await readList(world, '/api/sales/retailers/?search=four', top.access))).toEqual([])
  const everyDistributor = await readList(world, '/api/sales/distributors/?page_size=100', admin.access)
  expect(idsOf(everyDistributor)).toEqual(expect.arrayContaining(newestFirst(left, right, foreign)))
  expect(idsOf(await readList(world, '/api/sales/super-distributors/', admin.access))).toEqual(
    expect.arrayContaining(newestFirst(top, otherTop)),
  )
})

test('removed people are in no list and in no count', async () => {
  const removed = [
    await createPerson(world, 'staff'),
    await createPerson(world, 'admin'),
    await createPerson(world, 'retailer'),
    await createSubscriber(world),
  ]
  const lists = ['/api/users/staffs/', '/api/users/admins/', '/api/sales/retailers/', '/api/users/subscribers/']
  const before = await Promise.all(lists.map((path) => readList(world, `${path}?page_size=100`, admin.access)))
  for (const [index, { id }] of removed.entries()) {
    expect(idsOf(before[index]!)).toContain(id)
    await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    const after = await readList(world, `${lists[index]}?page_size=100`, admin.access)
    expect(idsOf(after)).not.toContain(id)
    expect(after.count).toBe(before[index]!.count - 1)
    const found = await readList(world, `${lists[index]}?search=a&page_size=100`, admin.access)
    expect(idsOf(found)).not.toContain(id)
  }
})

test('a row carries the fields of its table and nothing else', async () => {
  const subscriber = await createSubscriber(world, { first_name: 'Kavita' })
  await world.db
    .updateTable('subscriber_profiles')
    .set({ photo: 'photos/x.jpg' })
    .where('user_id', '=', subscriber.id)
    .execute()
  const [person] = (await readList(world, '/api/users/subscribers/?search=kavita', admin.access)).results
  expect(person).toEqual({
    id: subscriber.id,
    first_name: 'Kavita',
    last_name: 'Kumar',
    email: null,
    phone_number: subscriber.phone_number,
    photo: expect.stringMatching(/^\/files\/photos\/x\.jpg\?expires=\d+&signature=/),
    state: 'Karnataka',
    start_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ending_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const { serial_number, coupon_code, token, id } = subscriber.sticker
  const [coupon] = (await readList(world, `/api/coupons/?search=${serial_number}`, admin.access)).results
  expect(coupon).toEqual({
    id,
    serial_number,
    coupon_code,
    status: 'USED',
    created_at: expect.any(String),
    voided_at: null,
    qr_code: expect.stringMatching(/^data:image\/png;base64,/),
    scan_url: `${world.config.PUBLIC_URL}/S/${token}`.toUpperCase(),
  })
})

test('a subscriber’s own alerts hide the bystander’s number, also from a search', async () => {
  const subscriber = await createSubscriber(world)
  const own = await signIn(world, subscriber.id)
  const phone = newPhone()
  const { id } = await press(world.url, subscriber.sticker.token, { first_respondent_phone: phone })
  for (const path of ['/api/qr/alerts/', `/api/qr/alerts/${id}/`]) {
    const { status, body } = await call(world.url, path, { access: own.access })
    expect([path, status, JSON.stringify(body).includes(`"id":${id}`)]).toEqual([path, 200, true])
    expect(JSON.stringify(body)).not.toContain(phone)
  }
  expect(idsOf(await readList(world, `/api/qr/alerts/?search=${phone}`, own.access))).toEqual([])
  expect(idsOf(await readList(world, `/api/qr/alerts/?search=${phone}`, admin.access))).toEqual([id])
})
