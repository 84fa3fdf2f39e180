import { ROLES } from '@tvarit/shared/contracts/roles'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson, createSticker, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const voidSticker = (id: unknown, body: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `/api/coupons/${String(id)}/void/`, { body, access: who.access })
const read = async (id: number, who: Pick<Person, 'access'> = admin) =>
  (await call(world.url, `/api/coupons/${id}/`, { access: who.access })).body
const rowOf = (id: number) => world.db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const replacementsOf = (id: number) =>
  world.db.selectFrom('coupons').selectAll().where('replaces_id', '=', id).execute()

test('a sticker is voided with reason, who and when, and the answer names its replacement', async () => {
  const sticker = await createSticker(world)
  const answer = await voidSticker(sticker.id, { reason: '  Fell off the helmet  ', replace: true })
  const [replacement] = await replacementsOf(sticker.id)
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({
      id: sticker.id,
      status: 'AVAILABLE',
      voided_at: expect.stringMatching(/Z$/),
      void_reason: 'Fell off the helmet',
      voided_by: { id: admin.id, name: 'Meera Rao' },
      replaced_by: { id: replacement!.id, serial_number: replacement!.serial_number },
      replaces: null,
    }),
  ])
  expect(await read(sticker.id)).toEqual(answer.body)
  expect(await read(replacement!.id)).toMatchObject({
    status: 'AVAILABLE',
    voided_at: null,
    void_reason: null,
    voided_by: null,
    replaces: { id: sticker.id, serial_number: sticker.serial_number },
    replaced_by: null,
  })
  expect(await rowOf(sticker.id)).toMatchObject({ void_reason: 'Fell off the helmet', voided_by: admin.id })
})

test.each([
  {},
  { reason: '' },
  { reason: '  ab  ' },
  { reason: 'x'.repeat(201) },
  { reason: null },
  { reason: 7 },
  { reason: ['Lost'] },
])('%j is no reason, and nothing is voided', async (body) => {
  const sticker = await createSticker(world)
  const answer = await voidSticker(sticker.id, body)
  expect([answer.status, answer.body]).toEqual([400, { reason: ['Say why in 3 to 200 characters.'] }])
  expect((await rowOf(sticker.id)).voided_at).toBeNull()
})

test('a reason of 3 and of 200 characters will do; an unknown field, a wrong choice and a wrong id will not', async () => {
  for (const reason of ['Old', 'x'.repeat(200)]) {
    expect((await voidSticker((await createSticker(world)).id, { reason })).status).toBe(200)
  }
  const sticker = await createSticker(world)
  for (const body of [
    { reason: 'Lost', replace: 'no' },
    { reason: 'Lost', status: 'USED' },
  ]) {
    expect((await voidSticker(sticker.id, body)).status).toBe(400)
  }
  expect((await rowOf(sticker.id)).voided_at).toBeNull()
  expect((await voidSticker('abc', { reason: 'Lost' })).status).toBe(400)
  const unknown = await voidSticker(999_999_999, { reason: 'Lost' })
  expect([unknown.status, unknown.body]).toEqual([404, { detail: 'Coupon not found' }])
})

test('the audit has the reason without a phone number, and nothing about the person', async () => {
  const { sticker, phone_number } = await createSubscriber(world, { first_name: 'Zubeda' })
  await voidSticker(sticker.id, { reason: `Lost, calls from ${phone_number} or 98450 12345, 2 of 3 left` })
  const notes = [
    ...(await auditOf(world, sticker.id, 'coupon.voided')),
    ...(await auditOf(world, sticker.id, 'coupon.replaced')),
  ]
  expect(notes[0]!.detail).toEqual({ reason: 'Lost, calls from *** or ***, 2 of 3 left' })
  expect(JSON.stringify(notes)).not.toMatch(/Zubeda|SECRET/)
  // The answer shows the person's record, health data too.
  expect(await auditOf(world, (await rowOf(sticker.id)).user_id!, 'health.viewed')).toEqual([
    { actor_id: admin.id, detail: { coupon_id: sticker.id } },
  ])
})

test.each(ROLES.filter((role) => role !== 'admin'))('a %s voids nothing, not even the own sticker', async (role) => {
  const { sticker, id } = await createSubscriber(world)
  const person = role === 'user' ? await signIn(world, id) : await createPerson(world, role)
  const answer = await voidSticker(sticker.id, { reason: 'Lost' }, person)
  expect([answer.status, answer.body]).toEqual([403, { detail: 'You do not have permission to do this.' }])
  expect((await callTrpc(world, 'coupons.void', { id: sticker.id, reason: 'Lost' }, person.access)).status).toBe(403)
  expect((await rowOf(sticker.id)).voided_at).toBeNull()
})
