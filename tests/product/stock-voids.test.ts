import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createChain } from '../harness/chain.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { createBatch, expectCountsKept, readStock } from '../harness/stock.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Meera')

const voidAll = async (ids: number[]) =>
  (await call(world.url, '/api/coupons/void/', { body: { ids, reason: 'Misprinted' }, access: admin.access })).status

/** The ids of new coupons of a holder. */
async function couponsOf(holder_id: number, count: number): Promise<number[]> {
  const { serials } = await createBatch(world, admin, count, holder_id)
  const rows = await world.db.selectFrom('coupons').select('id').where('serial_number', 'in', serials).execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

test('voiding several coupons while one is being activated does not deadlock', async () => {
  const { retailer } = await createChain(world)
  const ids = await couponsOf(retailer.id, 3)
  const last = ids.at(-1)
  await using held = await holdLocks(world.pool, 'select from coupons where id = $1 for no key update', [last])
  const voided = voidAll(ids)
  await until('the call waits', async () => (await held.waiting()) === 1)
  await held.client.query(`update coupons set status = 'USED', used_at = now() where id = $1`, [last])
  await held.release()
  expect(await voided).toBe(200)
  expect((await readStock(world, retailer)).body).toMatchObject({ available: 0, activated: 1 })
})

test('coupons of several holders are voided at once, in any order: no call locks another out', async () => {
  const { distributor, retailer } = await createChain(world)
  for (let round = 0; round < 5; round++) {
    const ids: number[] = []
    for (const { id } of [distributor, retailer, retailer, distributor]) ids.push(...(await couponsOf(id, 4)))
    const outer = [...ids.slice(0, 4), ...ids.slice(8, 12)]
    const inner = ids.filter((id) => !outer.includes(id))
    // Without their batches all coupons of a holder have one count.
    await world.db.updateTable('coupons').set({ bulk_job_id: null }).where('id', 'in', ids).execute()
    expect(await Promise.all([voidAll(outer), voidAll(inner.toReversed())])).toEqual([200, 200])
  }
})

test('the kept counts equal the coupons after everything above', () => expectCountsKept(world))
