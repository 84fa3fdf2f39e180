import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { makeBulkCoupons } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { couponsOf, jobEnded } from '../harness/bulk-jobs.ts'
import { createChain, createChainMember } from '../harness/chain.ts'
import { createPerson, type Person } from '../harness/people.ts'
import {
  activate,
  available,
  createBatch,
  expectCountsKept,
  give,
  holderOf,
  readMoves,
  readStock,
  takeBack,
} from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

test('a partner transfers only with those directly below, an admin with any member', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const other = await createChain(world)
  const batch = await createBatch(world, admin, 6, super_distributor.id)
  const wrong = { partner_id: ['Choose a partner directly below you.'] }
  const removed = await createChainMember(world, 'distributor', super_distributor.id)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute()
  for (const to of [retailer, other.distributor, super_distributor, other.super_distributor, admin, removed]) {
    const given = await give(world, super_distributor, to, { bulk_job_id: batch.id })
    expect([given.status, given.body]).toEqual([400, wrong])
    const taken = await takeBack(world, super_distributor, to, { bulk_job_id: batch.id })
    expect([taken.status, taken.body]).toEqual([400, wrong])
  }
  const company = await createBatch(world, admin, 3)
  expect((await give(world, admin, retailer, { bulk_job_id: company.id })).status).toBe(201)
  expect(
    (await takeBack(world, distributor, retailer, { bulk_job_id: company.id, first_number: 1, last_number: 1 })).status,
  ).toBe(201)
  expect((await takeBack(world, admin, retailer, { bulk_job_id: company.id })).status).toBe(201)
  expect([await available(world, distributor), await available(world, retailer)]).toEqual([1, 0])
  expect(await holderOf(world, company.serials[1]!)).toBe(null)
})

test('stickers of a batch that is still made do not change hands', async () => {
  const { super_distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 2)
  await world.db.updateTable('bulk_jobs').set({ status: 'PROCESSING' }).where('id', '=', batch.id).execute()
  expect((await give(world, admin, super_distributor, { bulk_job_id: batch.id })).status).toBe(400)
  expect((await give(world, admin, super_distributor, { serial_numbers: batch.serials[0]! })).status).toBe(400)
})

test('a batch made for a partner begins its paper trail, and stopping it leaves nothing', async () => {
  const { super_distributor } = await createChain(world)
  const ask = (body: object) => call(world.url, '/api/qr/jobs/create/', { body, access: admin.access })
  const made = await ask({ count: 3, name: ' Monsoon ', owner_id: super_distributor.id })
  const id = Number(made.body.id)
  expect(made.body).toMatchObject({
    name: 'Monsoon',
    owner: { id: super_distributor.id, firm_name: super_distributor.firm_name },
  })
  await jobEnded(world, id, 'COMPLETED')
  expect(await available(world, super_distributor)).toBe(3)
  expect((await readMoves(world, super_distributor)).results).toMatchObject([
    { from: null, to: { id: super_distributor.id }, numbers: '1-3', count: 3 },
  ])
  const retailer_of_nobody = await ask({ count: 3, owner_id: admin.id })
  expect([retailer_of_nobody.status, retailer_of_nobody.body]).toEqual([
    400,
    { owner_id: ['Choose an active sales partner.'] },
  ])
  const stopped = await world.db
    .insertInto('bulk_jobs')
    .values({
      count: 2,
      created_by: admin.id,
      owner_id: super_distributor.id,
      touched_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('coupons')
    .values([1, 2].map(() => ({ ...newCodes(), bulk_job_id: stopped.id, holder_id: super_distributor.id })))
    .execute()
  expect(await available(world, super_distributor)).toBe(5)
  const cancelled = await call(world.url, `/api/qr/jobs/${stopped.id}/cancel/`, { body: {}, access: admin.access })
  expect([
    cancelled.status,
    await available(world, super_distributor),
    (await readMoves(world, super_distributor)).count,
  ]).toEqual([200, 3, 1])
})

test('a batch for a partner is their stock once complete, unless used or they were removed', async () => {
  const remove = (id: number) =>
    call(world.url, `/api/sales/hierarchy-users/${id}/`, { method: 'DELETE', access: admin.access })
  for (const removed of [false, true]) {
    const partner = await createChainMember(world, 'super_distributor')
    const { id } = await world.db
      .insertInto('bulk_jobs')
      .values({ count: 3, created_by: admin.id, owner_id: partner.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ctx = world.ctx()
    const run = (storage = ctx.storage) => makeBulkCoupons({ ctx: { ...ctx, storage }, input: { bulk_job_id: id } })
    const putFile = () => Promise.reject(new Error('The disk is full'))
    await expect(run({ ...ctx.storage, putFile })).rejects.toThrow('The disk is full')
    expect((await couponsOf(world, id)).length).toBe(3)
    expect([await available(world, partner), (await readMoves(world, partner)).count]).toEqual([0, 0])
    if (removed) expect((await remove(partner.id)).status).toBe(200)
    else await activate(world, (await couponsOf(world, id))[1]!.serial_number)
    await Promise.all([run(), run()])
    const made = await couponsOf(world, id)
    const theirs = removed ? null : partner.id
    expect(made.map(({ holder_id }) => holder_id)).toEqual([theirs, null, theirs])
    const moves = await world.db
      .selectFrom('stock_moves')
      .select(['to_id', 'count', 'numbers'])
      .where('bulk_job_id', '=', id)
      .execute()
    expect(moves).toEqual(removed ? [] : [{ to_id: partner.id, count: 2, numbers: '{[1,2),[3,4)}' }])
    expect((await remove(partner.id)).status).toBe(removed ? 404 : 409)
  }
})

test('a member with stock is not removed until it is taken back', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 2, distributor.id)
  await give(world, distributor, retailer, { bulk_job_id: batch.id })
  const remove = (who: Person, id: number) =>
    call(world.url, `/api/sales/hierarchy-users/${id}/`, { method: 'DELETE', access: who.access })
  const rejected = await remove(distributor, retailer.id)
  expect([rejected.status, rejected.body]).toEqual([
    409,
    { detail: "2 stickers are still in this partner's stock. Take them back first." },
  ])
  await activate(world, batch.serials[0]!)
  await takeBack(world, distributor, retailer, { bulk_job_id: batch.id })
  expect((await remove(distributor, retailer.id)).status).toBe(200)
  // What was sold stays in the books of those above.
  expect((await readStock(world, super_distributor)).body).toMatchObject({
    below: { people: 1, available: 1, activated: 1 },
  })
})

test('of a removal and a give at the same moment one comes first, and no stock is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const { distributor, retailer } = await createChain(world)
    const batch = await createBatch(world, admin, 2, distributor.id)
    await Promise.all([
      give(world, distributor, retailer, { bulk_job_id: batch.id }),
      call(world.url, `/api/sales/hierarchy-users/${retailer.id}/`, { method: 'DELETE', access: distributor.access }),
    ])
    const { rows } = await world.pool
      .query(`select count(*)::int as lost from coupons c join users u on u.id = c.holder_id
      where c.bulk_job_id = ${batch.id} and u.deleted_at is not null`)
    expect(rows).toEqual([{ lost: 0 }])
  }
})

test('partners see stock, people, batches and statements of their own subtree only', async () => {
  const own = await createChain(world)
  const other = await createChain(world)
  const batch = await createBatch(world, admin, 3, other.distributor.id)
  const given = await give(world, other.distributor, other.retailer, {
    bulk_job_id: batch.id,
    first_number: 1,
    last_number: 1,
  })
  const id = String(given.body.id)
  const look = async (who: Person, path: string) =>
    (await call(world.url, `/api/sales/${path}`, { access: who.access })).status
  const foreign = [other.super_distributor, other.distributor, other.retailer]
  const callers: [Person, { id: number }[], { id: number }[]][] = [
    [own.super_distributor, foreign, [own.super_distributor, own.distributor, own.retailer]],
    [own.distributor, [...foreign, own.super_distributor], [own.distributor, own.retailer]],
    [own.retailer, [...foreign, own.super_distributor, own.distributor], [own.retailer]],
  ]
  for (const [who, hidden, seen] of callers) {
    for (const [people, status] of [
      [hidden, 404],
      [seen, 200],
    ] as const) {
      for (const { id } of people) {
        expect([
          await look(who, `stock/?holder_id=${id}`),
          await look(who, `stock/people/?under=${id}`),
          await look(who, `stock/moves/?holder_id=${id}`),
          await look(who, `statement/?holder_id=${id}`),
        ]).toEqual([status, status, status, status])
      }
    }
    for (const person of hidden) {
      expect([
        await look(who, `stock/people/download/?under=${person.id}`),
        await look(who, `stock/moves/download/?holder_id=${person.id}`),
        await look(who, `statement/download/?from=2026-01&to=2026-02&holder_id=${person.id}`),
      ]).toEqual([404, 404, 404])
    }
    expect(await look(who, `stock/moves/${id}/`)).toBe(404)
    expect(await look(who, `stock/batches/${batch.id}/`)).toBe(404)
    expect(await look(who, `stock/batches/${batch.id}/?holder_id=${other.distributor.id}`)).toBe(404)
    expect((await readMoves(world, who)).count).toBe(0)
  }
  for (const who of [...foreign.map((person) => person as Person), admin])
    expect(await look(who, `stock/moves/${id}/`)).toBe(200)
})

test('the kept counts equal the coupons after everything above', () => expectCountsKept(world))
