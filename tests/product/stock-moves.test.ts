import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, createChain, createChainMember } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import {
  activate,
  available,
  createBatch,
  expectCountsKept,
  give,
  holderOf,
  readCsv,
  readMoves,
  readStock,
} from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

test('a batch goes from the company down the chain to a retailer, each step on paper', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 10)
  const first = await give(world, admin, super_distributor, { bulk_job_id: batch.id, note: 'By courier' })
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      created_at: expect.any(String),
      from: null,
      to: {
        id: super_distributor.id,
        name: `${super_distributor.first_name} Rao`,
        firm_name: super_distributor.firm_name,
        role: 'super_distributor',
      },
      batch: { id: batch.id, name: 'Gujarat March' },
      numbers: '1-10',
      count: 10,
      note: 'By courier',
      moved_by: 'Meera Rao',
    },
  ])
  await give(world, super_distributor, distributor, { bulk_job_id: batch.id, first_number: 3, last_number: 8 })
  await give(world, distributor, retailer, {
    serial_numbers: `${batch.serials[3]}, ${batch.serials[5]!.toLowerCase()}`,
  })
  expect([
    await available(world, super_distributor),
    await available(world, distributor),
    await available(world, retailer),
  ]).toEqual([4, 4, 2])
  const mine = await readStock(world, super_distributor)
  expect(mine.body).toMatchObject({
    below: { people: 2, available: 6 },
    batches: [{ bulk_job_id: batch.id, name: 'Gujarat March', available: 4, activated: 0, voided: 0 }],
  })
  const numbers = await call(world.url, `/api/sales/stock/batches/${batch.id}/`, { access: distributor.access })
  expect(numbers.body).toMatchObject({
    available: { count: 4, numbers: '3, 5, 7-8' },
    activated: { count: 0, numbers: '' },
  })
  expect(
    (await readMoves(world, distributor)).results.map(({ count, numbers, from }) => [count, numbers, from?.name]),
  ).toEqual([
    [2, null, `${distributor.first_name} Rao`],
    [6, '3-8', `${super_distributor.first_name} Rao`],
  ])
  expect(
    (await readCsv(world, distributor, 'stock/moves/download/')).map((line) => line.split(',').slice(2).join()),
  ).toEqual([
    'from_id,from,to_id,to,batch_id,batch,numbers,count,note,moved_by',
    `${distributor.id},${distributor.first_name} Rao,${retailer.id},${retailer.first_name} Rao,,,,2,,${distributor.first_name} Rao`,
    `${super_distributor.id},${super_distributor.first_name} Rao,${distributor.id},${distributor.first_name} Rao,${batch.id},Gujarat March,3-8,6,,${super_distributor.first_name} Rao`,
  ])
  expect((await readCsv(world, super_distributor, 'stock/moves/download/')).at(-1)).toContain(',,Company,')
  expect(await auditOf(world, super_distributor.id, 'stock.given')).toEqual([
    { actor_id: admin.id, detail: { count: 10, transfer: first.body.id, bulk_job_id: batch.id } },
  ])
})

test('the same request again or at once is the same transfer, a different one an error', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 4, super_distributor.id)
  const what = { bulk_job_id: batch.id, first_number: 1, last_number: 2, request_id: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 3 }, () => give(world, super_distributor, distributor, what)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1)
  expect(await available(world, distributor)).toBe(2)
  const other = await give(
    world,
    super_distributor,
    await createChainMember(world, 'distributor', super_distributor.id),
    what,
  )
  const more = await give(world, super_distributor, distributor, { ...what, last_number: 4 })
  for (const { status, body } of [other, more])
    expect([status, body]).toEqual([409, { detail: 'This request was made already, for something else.' }])
  const rest = { serial_numbers: batch.serials[2]!, request_id: randomUUID() }
  const [first, again] = [
    await give(world, super_distributor, distributor, rest),
    await give(world, super_distributor, distributor, rest),
  ]
  expect([first.status, again.body.id]).toEqual([201, first.body.id])
  const others = await give(world, super_distributor, distributor, { ...rest, serial_numbers: batch.serials[3]! })
  expect(others.status).toBe(409)
})

test('nobody gives what they have not', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 5, super_distributor.id)
  const company = await createBatch(world, admin, 2)
  await give(world, super_distributor, distributor, { bulk_job_id: batch.id, first_number: 2, last_number: 2 })
  const tries = [
    [
      { bulk_job_id: batch.id, first_number: 1, last_number: 3 },
      { last_number: ['One of these numbers is not in this stock.'] },
    ],
    [
      { bulk_job_id: batch.id, first_number: 4, last_number: 9 },
      { last_number: ['4 of these numbers are not in this stock.'] },
    ],
    [{ bulk_job_id: company.id }, { bulk_job_id: ['This batch has no stickers here.'] }],
    [{ bulk_job_id: 999_999_999 }, { bulk_job_id: ['This batch has no stickers here.'] }],
    [
      { serial_numbers: `${company.serials[0]} ${batch.serials[0]} SNOTTHERE1` },
      {
        serial_numbers: [
          `2 of these cannot change hands (not in this stock, activated or voided): ${company.serials[0]}, SNOTTHERE1`,
        ],
      },
    ],
    [{}, { bulk_job_id: ['Choose a batch, or enter serial numbers.'] }],
    [
      { bulk_job_id: batch.id, serial_numbers: batch.serials[0]! },
      { bulk_job_id: ['Choose a batch, or enter serial numbers.'] },
    ],
    [
      { bulk_job_id: batch.id, first_number: 3, last_number: 1 },
      { last_number: ['The last number must not be below the first.'] },
    ],
    [
      { serial_numbers: Array.from({ length: 5001 }, (_, n) => `S${n}`).join('\n') },
      { serial_numbers: ['At most 5,000 serial numbers at once.'] },
    ],
  ] as const
  for (const [what, fields] of tries) {
    const answer = await give(world, super_distributor, distributor, what)
    expect([answer.status, answer.body]).toEqual([400, fields])
  }
  expect([await available(world, super_distributor), await available(world, distributor)]).toEqual([4, 1])
})

test('of two concurrent transfers of the same stickers one wins', async () => {
  const { super_distributor } = await createChain(world)
  const [one, two] = [
    await createChainMember(world, 'distributor', super_distributor.id),
    await createChainMember(world, 'distributor', super_distributor.id),
  ]
  for (let round = 0; round < 3; round++) {
    const batch = await createBatch(world, admin, 40, super_distributor.id)
    const answers = await Promise.all([
      give(world, super_distributor, one, { bulk_job_id: batch.id, first_number: 1, last_number: 30 }),
      give(world, super_distributor, two, { bulk_job_id: batch.id, first_number: 20, last_number: 40 }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      expect.toSatisfy((status) => status === 400 || status === 409),
    ])
  }
  const counted = await world.pool.query(`select (select count(*)::int from coupons where holder_id = u.id) as coupons,
    (select coalesce(sum(available), 0)::int from stock_counts where holder_id = u.id) as counted,
    (select coalesce(sum(count), 0)::int from stock_moves where to_id = u.id) as moved
    from users u where id in (${one.id}, ${two.id})`)
  for (const row of counted.rows as Record<string, number>[])
    expect([row.counted, row.moved]).toEqual([row.coupons, row.coupons])
})

test('activated and voided stickers stay where they are', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 6, super_distributor.id)
  await activate(world, batch.serials[1]!)
  await world.db
    .updateTable('coupons')
    .set({ voided_at: new Date() })
    .where('serial_number', '=', batch.serials[3]!)
    .execute()
  const given = await give(world, super_distributor, distributor, {
    bulk_job_id: batch.id,
    first_number: 1,
    last_number: 5,
  })
  expect(given.body).toMatchObject({ count: 3, numbers: '1, 3, 5' })
  expect([await holderOf(world, batch.serials[1]!), await holderOf(world, batch.serials[3]!)]).toEqual([
    super_distributor.id,
    super_distributor.id,
  ])
  expect((await readStock(world, super_distributor)).body).toMatchObject({
    available: 1,
    activated: 1,
    activated_month: 1,
    voided: 1,
  })
  const again = await give(world, super_distributor, distributor, {
    bulk_job_id: batch.id,
    first_number: 2,
    last_number: 2,
  })
  expect([again.status, again.body]).toEqual([
    400,
    { bulk_job_id: ['None of these stickers can change hands: they are activated or voided.'] },
  ])
  const typed = await give(world, super_distributor, distributor, { serial_numbers: batch.serials[3]! })
  expect(typed.status).toBe(400)
})

test('the kept counts equal the coupons after everything above', () => expectCountsKept(world))
