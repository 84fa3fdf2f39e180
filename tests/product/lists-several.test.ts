import { LIMITS } from '@tvarit/shared/contracts/limits'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSticker } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')

const send = (path: string, body: Record<string, unknown>, access = admin.access) =>
  call(world.url, path, { method: 'POST', access, body })
const VOID = '/api/coupons/void/'
const SWITCH = '/api/creator-coupons/switch/'

const stickers = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => createSticker(world)))).map(({ id }) => id)

async function voided(ids: number[]): Promise<number> {
  const rows = await world.db.selectFrom('coupons').select('voided_at').where('id', 'in', ids).execute()
  return rows.filter(({ voided_at }) => voided_at !== null).length
}

const audited = async (action: string, ids: number[]) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', action)
      .where('subject_id', 'in', ids)
      .execute()
  ).length

test('several stickers are voided for one reason, with one audit entry each', async () => {
  const ids = await stickers(3)
  const { status, body } = await send(VOID, { ids: [...ids, ids[0]], reason: 'Misprinted' })
  expect([status, body]).toEqual([200, { detail: '3 stickers voided' }])
  expect([await voided(ids), await audited('coupon.voided', ids)]).toEqual([3, 3])
  const made = await world.db.selectFrom('coupons').select('id').where('replaces_id', 'in', ids).execute()
  expect(made).toEqual([])
})

test('each gets its replacement when that is asked for', async () => {
  const ids = await stickers(2)
  await send(VOID, { ids, reason: 'Damaged', replace: true })
  const made = await world.db.selectFrom('coupons').select('replaces_id').where('replaces_id', 'in', ids).execute()
  expect(made.map(({ replaces_id }) => replaces_id).toSorted()).toEqual(ids.toSorted())
})

test('one that is voided already or unknown stops them all', async () => {
  const ids = await stickers(3)
  await send(VOID, { ids: [ids[1]], reason: 'Lost' })
  const again = await send(VOID, { ids, reason: 'Lost' })
  expect([again.status, again.body]).toEqual([409, { detail: expect.stringContaining('nothing was changed') }])
  expect((await send(VOID, { ids: [ids[0]!, 999_999_999], reason: 'Lost' })).status).toBe(404)
  expect([await voided(ids), await audited('coupon.voided', ids)]).toEqual([1, 1])
})

test.each([
  [{ ids: [], reason: 'Lost' }, 'ids'],
  [{ ids: Array.from({ length: LIMITS.rows_at_once + 1 }, (_, n) => n + 1), reason: 'Lost' }, 'ids'],
  [{ ids: ['1; drop table coupons'], reason: 'Lost' }, 'ids.0'],
  [{ ids: [0], reason: 'Lost' }, 'ids.0'],
  [{ ids: [1], reason: 'x' }, 'reason'],
  [{ ids: [1] }, 'reason'],
])('%j is rejected under %s', async (body, field) => {
  const answer = await send(VOID, body)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
})

test('several creator coupons are switched together, unchanged ones without an entry', async () => {
  const ids: number[] = []
  for (const n of [1, 2, 3]) {
    const { id } = await world.db
      .insertInto('creator_coupons')
      .values({
        name: `Creator ${n}`,
        coupon_code: `CREA-${n}`,
        social_media_name: 'x',
        start_date: '2026-01-01',
        end_date: '2026-12-31',
        is_active: n > 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  const { status, body } = await send(SWITCH, { ids, is_active: false })
  expect([status, (body as unknown as { is_active: boolean }[]).map(({ is_active }) => is_active)]).toEqual([
    200,
    [false, false, false],
  ])
  expect(await audited('creator_coupon.deactivated', ids)).toBe(2)
  expect((await send(SWITCH, { ids: [...ids, 999_999_999], is_active: true })).status).toBe(404)
  const rows = await world.db.selectFrom('creator_coupons').select('is_active').where('id', 'in', ids).execute()
  expect(rows.map(({ is_active }) => is_active)).toEqual([false, false, false])
})
