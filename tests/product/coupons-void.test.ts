import { expect, test } from 'vitest'
import { auditOf } from '../harness/chain.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { voidCalls } from '../harness/void-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { voidSticker, read, rowOf, replacementsOf, replace } = voidCalls(world, admin)

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

test('a replacement has codes of its own and is of no bulk job', async () => {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ count: 1, created_by: admin.id, status: 'COMPLETED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sticker = await createSticker(world)
  await world.db.updateTable('coupons').set({ bulk_job_id: job.id }).where('id', '=', sticker.id).execute()
  const replacement = await replace(sticker.id, 'Misprinted')
  expect(replacement.bulk_job_id).toBeNull()
  for (const code of ['serial_number', 'coupon_code', 'token'] as const) {
    expect(replacement[code]).not.toBe(sticker[code])
  }
  expect((await read(sticker.id)).bulk_job_id).toBe(job.id)
})

test('one replacement can be made, with the void or later, under the first reason', async () => {
  const sticker = await createSticker(world)
  const answer = await voidSticker(sticker.id, { reason: 'Stolen', replace: false })
  expect([answer.status, answer.body.replaced_by, await replacementsOf(sticker.id)]).toEqual([200, null, []])
  const again = await voidSticker(sticker.id, { reason: 'Stolen', replace: false })
  expect([again.status, again.body]).toEqual([409, { detail: 'This sticker is voided already.' }])
  const other = await createPerson(world, 'admin', 'Farhan')
  const later = await voidSticker(sticker.id, { reason: 'Wants one after all', replace: true }, other)
  expect([later.status, later.body]).toEqual([
    200,
    { ...answer.body, replaced_by: { id: expect.any(Number), serial_number: expect.stringMatching(/^S/) } },
  ])
  const once_more = await voidSticker(sticker.id, { reason: 'Stolen', replace: true })
  expect([once_more.status, once_more.body]).toEqual([409, { detail: 'This sticker is voided already.' }])
  const [replacement, ...others] = await replacementsOf(sticker.id)
  expect(others).toEqual([])
  expect(await auditOf(world, sticker.id, 'coupon.voided')).toEqual([
    { actor_id: admin.id, detail: { reason: 'Stolen' } },
  ])
  expect(await auditOf(world, sticker.id, 'coupon.replaced')).toEqual([
    { actor_id: other.id, detail: { replacement_id: replacement!.id } },
  ])
})

test('a replacement can be lost as well', async () => {
  const { sticker, id } = await createSubscriber(world)
  const second = await replace(sticker.id)
  const third = await replace(second.id)
  expect([third.user_id, third.status, third.replaces_id]).toEqual([id, 'USED', second.id])
  expect(await read(second.id)).toMatchObject({ replaces: { id: sticker.id }, replaced_by: { id: third.id } })
})

test('of several admins who void one sticker at once one wins, with one replacement', async () => {
  const { sticker } = await createSubscriber(world)
  const answers = await Promise.all(Array.from({ length: 6 }, () => voidSticker(sticker.id, { reason: 'Lost' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await replacementsOf(sticker.id)).toHaveLength(1)
  expect(await auditOf(world, sticker.id, 'coupon.voided')).toHaveLength(1)
})

test('a replacement that cannot be written leaves the sticker as it was', async () => {
  const sticker = await createSticker(world)
  const before = await rowOf(sticker.id)
  await world.pool.query('alter table coupons add constraint closed check (replaces_id is null) not valid')
  try {
    expect((await voidSticker(sticker.id, { reason: 'Lost' })).status).toBe(500)
  } finally {
    await world.pool.query('alter table coupons drop constraint closed')
  }
  expect(await rowOf(sticker.id)).toEqual(before)
  expect(await auditOf(world, sticker.id, 'coupon.voided')).toEqual([])
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

test('a reason has 3 to 200 characters, and unknown fields, choices and ids are errors', async () => {
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
