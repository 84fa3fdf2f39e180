import { CODE_ALPHABET } from '@tvarit/shared/contracts/codes'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson, createSticker, type Person } from '../harness/people.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const PATH = '/api/creator-coupons/'
const input = (change: Record<string, unknown> = {}) => ({
  name: 'Ravi',
  social_media_name: '@ravi.drives',
  start_date: '2026-01-01',
  end_date: '2099-12-31',
  is_active: true,
  ...change,
})
const add = (change: Record<string, unknown> = {}, who: Pick<Person, 'access'> = admin) =>
  call(world.url, PATH, { body: input(change), access: who.access })
const change = (id: unknown, body: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `${PATH}${String(id)}/`, { method: 'PATCH', body, access: who.access })
const remove = (id: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `${PATH}${String(id)}/`, { method: 'DELETE', access: who.access })
const rows = () => world.db.selectFrom('creator_coupons').selectAll().orderBy('id').execute()
const SHORT = `[${CODE_ALPHABET}]{3}`

test('an admin adds a creator coupon, and its code is made from the name', async () => {
  const answer = await add()
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    coupon_code: expect.stringMatching(new RegExp(`^RAVI-${SHORT}$`)),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ...input(),
  })
  const id = Number(answer.body.id)
  const row = await world.db.selectFrom('creator_coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ ...input(), created_by: admin.id })
  expect(await auditOf(world, id, 'creator_coupon.created')).toEqual([
    { actor_id: admin.id, detail: { coupon_code: row.coupon_code } },
  ])
})

test.each([
  ['Meenakshi Sundaram', '@m', 'MEENAKSH'],
  ["D'Souza 24x7", '@d', 'DSOUZAX'],
  ['José Müller', '@j', 'JOSEMULL'],
  ['राजेश', '@rajesh_on_road', 'RAJESHON'],
  ['१२३', '#७', 'CREATOR'],
])('the code of %j (%s) begins with %s', async (name, social_media_name, letters) => {
  const { status, body } = await add({ name, social_media_name })
  expect([status, body.coupon_code]).toEqual([201, expect.stringMatching(new RegExp(`^${letters}-${SHORT}$`))])
})

test('two people of one name get different codes, also when all short ones are taken', async () => {
  const symbols = `string_to_table('${[...CODE_ALPHABET].join(',')}', ',')`
  await world.pool.query(`insert into creator_coupons (name, coupon_code, social_media_name, start_date, end_date)
    select 'Anil', 'ANIL-' || a || b || c, '@', '2026-01-01', '2026-12-31'
    from ${symbols} a, ${symbols} b, ${symbols} c`)
  try {
    const codes = new Set<unknown>()
    for (let i = 0; i < 3; i++) {
      const { status, body } = await add({ name: 'Anil' })
      expect(status).toBe(201)
      codes.add(body.coupon_code)
    }
    expect(codes.size).toBe(3)
  } finally {
    await world.pool.query(`delete from creator_coupons where name = 'Anil'`)
  }
})

test.each([
  [{ name: '' }, { name: ['This field is required'] }],
  [{ name: undefined }, { name: ['This field is required'] }],
  [{ social_media_name: '  ' }, { social_media_name: ['This field is required'] }],
  [{ start_date: '' }, { start_date: ['This field is required'] }],
  [{ end_date: undefined }, { end_date: ['This field is required'] }],
  [{ start_date: 'soon' }, { start_date: ['Enter a valid date (YYYY-MM-DD).'] }],
  [
    { start_date: '2026-05-02', end_date: '2026-05-01' },
    { end_date: ['The start date cannot be after the end date.'] },
  ],
  [{ name: 'x'.repeat(51) }, { name: ['Ensure this field has no more than 50 characters.'] }],
  [{ coupon_code: 'FREE-100' }, { coupon_code: ['Unknown field.'] }],
])('%j is rejected and nothing is written', async (wrong, body) => {
  const before = await rows()
  const answer = await add(wrong)
  expect([answer.status, answer.body]).toEqual([400, body])
  expect(await rows()).toEqual(before)
})

test('a coupon of one day is fine, and without a checkbox it is active', async () => {
  const day = { start_date: '2026-05-01', end_date: '2026-05-01', is_active: undefined }
  expect((await add(day)).body).toMatchObject({ ...day, is_active: true })
})

test('switching is noted once, and switching to what it is already changes nothing', async () => {
  const { body } = await add()
  const off = await change(body.id, { is_active: false })
  expect([off.status, off.body]).toEqual([200, { ...body, is_active: false }])
  expect((await change(body.id, { is_active: false })).body).toEqual(off.body)
  expect((await change(body.id, { is_active: true })).body).toEqual(body)
  const actor_id = admin.id
  expect(await auditOf(world, Number(body.id), 'creator_coupon.deactivated')).toEqual([{ actor_id, detail: {} }])
  expect(await auditOf(world, Number(body.id), 'creator_coupon.activated')).toEqual([{ actor_id, detail: {} }])
})

test('nothing but is_active can be changed', async () => {
  const { body } = await add()
  for (const wrong of [{}, { is_active: 'yes' }, { is_active: true, name: 'X' }, { name: 'X' }]) {
    expect((await change(body.id, wrong)).status).toBe(400)
  }
})

test('a coupon nobody has used is deleted, which is noted with its name and code', async () => {
  const { body } = await add()
  const answer = await remove(body.id)
  expect([answer.status, answer.body]).toEqual([200, { detail: 'Coupon deleted successfully' }])
  expect((await rows()).map(({ id }) => id)).not.toContain(body.id)
  expect(await auditOf(world, Number(body.id), 'creator_coupon.deleted')).toEqual([
    { actor_id: admin.id, detail: { name: 'Ravi', coupon_code: body.coupon_code } },
  ])
})

test('a coupon a person registered with stays, and can only be switched off', async () => {
  const { body } = await add()
  const fields = { ...registrationFields(await createSticker(world)), coupon_code: String(body.coupon_code) }
  expect((await register(world, fields)).status).toBe(201)
  const answer = await remove(body.id)
  expect([answer.status, answer.body]).toEqual([
    409,
    { detail: 'This coupon was used at a registration and cannot be deleted. Deactivate it instead.' },
  ])
  expect((await rows()).map(({ id }) => id)).toContain(body.id)
  expect(await auditOf(world, Number(body.id), 'creator_coupon.deleted')).toEqual([])
  expect((await change(body.id, { is_active: false })).status).toBe(200)
  const late = { ...registrationFields(await createSticker(world)), coupon_code: String(body.coupon_code) }
  expect((await register(world, late)).body).toEqual({ coupon_code: ['This coupon code is not valid.'] })
})

test('a coupon that is deleted while a person registers with it is rejected under its field', async () => {
  const { body } = await add()
  await world.pool.query(`create function delete_creator() returns trigger language plpgsql as $$
    begin delete from creator_coupons where id = new.creator_coupon_id; return new; end $$`)
  await world.pool.query(`create trigger delete_first before insert on subscriptions
    for each row execute function delete_creator()`)
  try {
    const fields = { ...registrationFields(await createSticker(world)), coupon_code: String(body.coupon_code) }
    const answer = await register(world, fields)
    expect([answer.status, answer.body]).toEqual([400, { coupon_code: ['This coupon code is not valid.'] }])
  } finally {
    await world.pool.query('drop trigger delete_first on subscriptions')
  }
})

test('an unknown coupon is not found', async () => {
  const gone = (await add()).body.id
  await remove(gone)
  for (const id of [gone, 999_999_999]) {
    for (const answer of [await change(id, { is_active: true }), await remove(id)]) {
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Coupon not found' }])
    }
  }
})

test('the browser adds, switches and deletes in the same way', async () => {
  const added = await callTrpc(world, 'creatorCoupons.add', input(), admin.access)
  const id = added.data?.id
  expect(added.data).toMatchObject(input())
  const off = await callTrpc(world, 'creatorCoupons.update', { id, is_active: false }, admin.access)
  expect(off.data).toMatchObject({ id, is_active: false })
  const removed = await callTrpc(world, 'creatorCoupons.remove', { id }, admin.access)
  expect(removed.data).toEqual({ detail: 'Coupon deleted successfully' })
})
