import { randomUUID } from 'node:crypto'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Stock } from '@tvarit/shared/contracts/stock'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { jobEnded } from '../harness/bulk-jobs.ts'
import { auditOf, createChain, createChainMember } from '../harness/chain.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { activate, createBatch, give, readStock, takeBack } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const available = async (who: Person) => (await readStock(world, who)).body.available
const holderOf = async (serial_number: string) =>
  (
    await world.db
      .selectFrom('coupons')
      .select('holder_id')
      .where('serial_number', '=', serial_number)
      .executeTakeFirstOrThrow()
  ).holder_id
const moves = async (who: Person, query = '') =>
  (await call(world.url, `/api/sales/stock/moves/${query}`, { access: who.access })).body as {
    count: number
    results: {
      id: number
      count: number
      numbers: string | null
      from: { name: string } | null
      to: { id: number } | null
    }[]
  }

const file = async (who: Person, list: string) => {
  const answer = await fetch(`${world.url}/api/sales/${list}download/`, { headers: who.headers })
  return (await answer.text()).replace('\ufeff', '').trim().split('\n')
}

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
  expect([await available(super_distributor), await available(distributor), await available(retailer)]).toEqual([
    4, 4, 2,
  ])
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
  expect((await moves(distributor)).results.map(({ count, numbers, from }) => [count, numbers, from?.name])).toEqual([
    [2, null, `${distributor.first_name} Rao`],
    [6, '3-8', `${super_distributor.first_name} Rao`],
  ])
  expect((await file(distributor, 'stock/moves/')).map((line) => line.split(',').slice(2).join())).toEqual([
    'from_id,from,to_id,to,batch_id,batch,numbers,count,note,moved_by',
    `${distributor.id},${distributor.first_name} Rao,${retailer.id},${retailer.first_name} Rao,,,,2,,${distributor.first_name} Rao`,
    `${super_distributor.id},${super_distributor.first_name} Rao,${distributor.id},${distributor.first_name} Rao,${batch.id},Gujarat March,3-8,6,,${super_distributor.first_name} Rao`,
  ])
  expect((await file(super_distributor, 'stock/moves/')).at(-1)).toContain(',,Company,')
  expect(await auditOf(world, super_distributor.id, 'stock.given')).toEqual([
    { actor_id: admin.id, detail: { count: 10, transfer: first.body.id, bulk_job_id: batch.id } },
  ])
})

test('the same request again is the same transfer, also at the same moment; for something else it is refused', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 4, super_distributor.id)
  const what = { bulk_job_id: batch.id, first_number: 1, last_number: 2, request_id: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 3 }, () => give(world, super_distributor, distributor, what)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1)
  expect(await available(distributor)).toBe(2)
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
  expect([await available(super_distributor), await available(distributor)]).toEqual([4, 1])
})

test('a partner gives to and takes from those directly below only; an admin any member of the chain', async () => {
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
  expect([await available(distributor), await available(retailer)]).toEqual([1, 0])
  expect(await holderOf(company.serials[1]!)).toBe(null)
})

test('of two gives of the same numbers at the same moment one wins, and no sticker is in two stocks', async () => {
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
  expect([await holderOf(batch.serials[1]!), await holderOf(batch.serials[3]!)]).toEqual([
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

test('stickers of a batch that is still made do not change hands', async () => {
  const { super_distributor } = await createChain(world)
  const batch = await createBatch(world, admin, 2)
  await world.db.updateTable('bulk_jobs').set({ status: 'PROCESSING' }).where('id', '=', batch.id).execute()
  expect((await give(world, admin, super_distributor, { bulk_job_id: batch.id })).status).toBe(400)
  expect((await give(world, admin, super_distributor, { serial_numbers: batch.serials[0]! })).status).toBe(400)
})

test('a batch may be made for a partner: it is their stock from the beginning, and stopping it leaves nothing', async () => {
  const { super_distributor } = await createChain(world)
  const ask = (body: object) => call(world.url, '/api/qr/jobs/create/', { body, access: admin.access })
  const made = await ask({ count: 3, name: ' Monsoon ', owner_id: super_distributor.id })
  const id = Number(made.body.id)
  expect(made.body).toMatchObject({
    name: 'Monsoon',
    owner: { id: super_distributor.id, firm_name: super_distributor.firm_name },
  })
  await jobEnded(world, id, 'COMPLETED')
  expect(await available(super_distributor)).toBe(3)
  expect((await moves(super_distributor)).results).toMatchObject([
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
  expect(await available(super_distributor)).toBe(5)
  const cancelled = await call(world.url, `/api/qr/jobs/${stopped.id}/cancel/`, { body: {}, access: admin.access })
  expect([cancelled.status, await available(super_distributor), (await moves(super_distributor)).count]).toEqual([
    200, 3, 1,
  ])
})

test('a registration is the sale of who holds the sticker, and the coupon knows by whom and when', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 3)
  await give(world, admin, super_distributor, { bulk_job_id: batch.id })
  await give(world, super_distributor, distributor, { bulk_job_id: batch.id })
  await give(world, distributor, retailer, { bulk_job_id: batch.id })
  const registered = await register(world, registrationFields({ serial_number: batch.serials[0]! }))
  expect(registered.status).toBe(201)
  expect((await readStock(world, retailer)).body).toMatchObject({ available: 2, activated: 1, activated_month: 1 })
  expect((await readStock(world, super_distributor)).body).toMatchObject({
    available: 0,
    activated: 0,
    below: { people: 2, available: 2, activated: 1, activated_month: 1 },
  })
  const row = await world.db
    .selectFrom('coupons')
    .select('id')
    .where('serial_number', '=', batch.serials[0]!)
    .executeTakeFirstOrThrow()
  const seen = await call(world.url, `/api/coupons/${row.id}/`, { access: admin.access })
  expect(seen.body.place).toMatchObject({
    holder: { id: retailer.id, role: 'retailer' },
    trail: [
      { from: null, to: { id: super_distributor.id } },
      { from: { id: super_distributor.id }, to: { id: distributor.id } },
      { from: { id: distributor.id }, to: { id: retailer.id } },
    ],
    activated_at: expect.any(String),
    activated_by: { id: registered.body.id, name: 'Lakshmi Iyer' },
  })
  const sold = await call(world.url, '/api/users/subscribers/?registered_by=partner', { access: admin.access })
  expect((sold.body.results as { id: number }[])[0]).toMatchObject({ id: registered.body.id })
})

test('whoever is signed in and registers a customer has activated the coupon; a subscriber who is has not', async () => {
  const { retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 2, retailer.id)
  const subscriber = await createPerson(world, 'user')
  const activatedBy = async (serial_number: string, by: Person) => {
    const { status, body } = await register(world, registrationFields({ serial_number }), undefined, by.access)
    expect(status).toBe(201)
    const { id, activated_by } = await world.db
      .selectFrom('coupons')
      .select(['id', 'activated_by'])
      .where('serial_number', '=', serial_number)
      .executeTakeFirstOrThrow()
    return { id, by: activated_by, subscriber: Number(body.id) }
  }
  const sold = await activatedBy(batch.serials[0]!, retailer)
  expect(sold.by).toBe(retailer.id)
  const seen = await call(world.url, `/api/coupons/${sold.id}/`, { access: admin.access })
  expect(seen.body.place).toMatchObject({ activated_by: { id: retailer.id } })
  const rows = await world.pool
    .query(`select how, (select actor_id from audit_log where action = 'subscriber.registered'
    and subject_id = ${sold.subscriber}) as actor, (select registered_by from subscriber_profiles where user_id = ${sold.subscriber})
    from consents where user_id = ${sold.subscriber}`)
  expect(rows.rows).toEqual([{ how: 'registration', actor: sold.subscriber, registered_by: null }])
  const own = await activatedBy(batch.serials[1]!, subscriber)
  expect(own.by).toBe(own.subscriber)
})

test('old batches of the company are offered however many newer ones are given, and count what can be given', async () => {
  const { super_distributor } = await createChain(world)
  const old = await createBatch(world, admin, 4)
  await activate(world, old.serials[0]!)
  await world.db
    .updateTable('coupons')
    .set({ voided_at: new Date() })
    .where('serial_number', '=', old.serials[1]!)
    .execute()
  const sold = await createBatch(world, admin, 1)
  await activate(world, sold.serials[0]!)
  await world.pool.query(`
    with jobs as (insert into bulk_jobs (count, created_by, status, progress)
      select 1, ${admin.id}, 'COMPLETED', 1 from generate_series(1, ${LIMITS.stock_batches}) returning id)
    insert into coupons (serial_number, coupon_code, token, bulk_job_id, holder_id)
      select 'OLD' || id, 'OLD' || id, 'old-' || id, id, ${super_distributor.id} from jobs`)
  const { batches } = (await readStock(world, admin)).body as unknown as Stock
  expect(batches.find(({ bulk_job_id }) => bulk_job_id === old.id)).toMatchObject({ available: 2 })
  expect(batches.find(({ bulk_job_id }) => bulk_job_id === sold.id)).toBe(undefined)
})

test('a member with stock is not removed until it is taken back', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const batch = await createBatch(world, admin, 2, distributor.id)
  await give(world, distributor, retailer, { bulk_job_id: batch.id })
  const remove = (who: Person, id: number) =>
    call(world.url, `/api/sales/hierarchy-users/${id}/`, { method: 'DELETE', access: who.access })
  const refused = await remove(distributor, retailer.id)
  expect([refused.status, refused.body]).toEqual([
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

test('partners see their own subtree only: stock, people, batches, transfers and statements of others do not exist', async () => {
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
    expect((await moves(who)).count).toBe(0)
  }
  for (const who of [...foreign.map((person) => person as Person), admin])
    expect(await look(who, `stock/moves/${id}/`)).toBe(200)
})

test('the statement says by month who sold, also by those who left, and the CSV holds the own chain only', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const other = await createChain(world)
  const gone = await createChainMember(world, 'retailer', distributor.id)
  const batch = await createBatch(world, admin, 10, retailer.id)
  const theirs = await createBatch(world, admin, 2, gone.id)
  const foreign = await createBatch(world, admin, 1, other.retailer.id)
  // 31 January 23:30 in India is still January, half an hour later it is not.
  for (const [serial, at] of [
    [batch.serials[0]!, '2026-01-31T18:00:00Z'],
    [batch.serials[1]!, '2026-01-31T18:29:59Z'],
    [batch.serials[2]!, '2026-01-31T18:30:00Z'],
    [theirs.serials[0]!, '2026-02-10T00:00:00Z'],
    [theirs.serials[1]!, '2026-02-10T00:00:00Z'],
    [foreign.serials[0]!, '2026-02-10T00:00:00Z'],
  ] as const) {
    await activate(world, serial, new Date(at))
  }
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const { body } = await call(world.url, '/api/sales/statement/?month=2026-02', { access: super_distributor.access })
  expect(body).toMatchObject({
    month: '2026-02',
    sellers: [
      { id: gone.id, activated: 2 },
      { id: retailer.id, activated: 1 },
    ],
    sellers_count: 2,
  })
  expect((body.months as unknown[]).length).toBe(12)
  const path = '/api/sales/statement/download/?from=2026-01&to=2026-02'
  const csv = await fetch(`${world.url}${path}`, { headers: distributor.headers })
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="statement.csv"')
  const name = `${distributor.first_name} Rao`
  expect((await csv.text()).replace('\ufeff', '').trim().split('\n')).toEqual([
    'month,partner_id,partner,firm_name,level,registered_by,activated',
    `2026-01,${retailer.id},${retailer.first_name} Rao,${retailer.firm_name},retailer,${name},2`,
    `2026-02,${gone.id},${gone.first_name} Rao,${gone.firm_name},retailer,${name},2`,
    `2026-02,${retailer.id},${retailer.first_name} Rao,${retailer.firm_name},retailer,${name},1`,
  ])
  expect(await auditOf(world, distributor.id, 'sales.exported')).toEqual([
    { actor_id: distributor.id, detail: { from: '2026-01', to: '2026-02' } },
  ])
  const theirs_only = await fetch(`${world.url}${path}&holder_id=${retailer.id}`, {
    headers: super_distributor.headers,
  })
  expect((await theirs_only.text()).trim().split('\n').slice(1)).toEqual([
    `2026-01,${retailer.id},${retailer.first_name} Rao,${retailer.firm_name},retailer,${name},2`,
    `2026-02,${retailer.id},${retailer.first_name} Rao,${retailer.firm_name},retailer,${name},1`,
  ])
  for (const query of ['', '?from=2026-02&to=2026-01', '?from=2020-01&to=2026-01', "?from=2026-01'&to=2026-02"]) {
    const answer = await fetch(`${world.url}/api/sales/statement/download/${query}`, { headers: distributor.headers })
    expect(answer.status).toBe(400)
  }
})

test('people below come with their own stock and that of all below them; an admin finds any by name', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  await createBatch(world, admin, 3, retailer.id)
  await createBatch(world, admin, 2, distributor.id)
  const people = (who: Person, query = '') =>
    call(world.url, `/api/sales/stock/people/${query}`, { access: who.access }).then(
      ({ body }) => body as { results: Record<string, unknown>[] },
    )
  expect((await people(super_distributor)).results).toEqual([
    {
      id: distributor.id,
      name: `${distributor.first_name} Rao`,
      firm_name: distributor.firm_name,
      role: 'distributor',
      available: 2,
      activated: 0,
      activated_month: 0,
      below: { people: 1, available: 3, activated: 0, activated_month: 0 },
    },
  ])
  expect((await people(retailer)).results).toEqual([])
  expect(await file(super_distributor, 'stock/people/')).toEqual([
    'id,name,firm_name,role,available,activated,activated_month,below_people,below_available,below_activated,below_activated_month',
    `${distributor.id},${distributor.first_name} Rao,${distributor.firm_name},distributor,2,0,0,1,3,0,0`,
  ])
  expect((await people(admin, `?search=${retailer.phone_number}`)).results.map(({ id }) => id)).toEqual([retailer.id])
  expect((await people(admin)).results[0]).toMatchObject({
    id: super_distributor.id,
    below: { people: 2, available: 5 },
  })
})

test('the kept counts equal the coupons after everything above', async () => {
  const { rows } = await world.pool.query(`
    with counted as (select holder_id, bulk_job_id,
        count(*) filter (where status = 'AVAILABLE' and voided_at is null)::int as available,
        count(*) filter (where status = 'AVAILABLE' and voided_at is not null)::int as voided,
        count(*) filter (where status = 'USED')::int as activated
      from coupons where holder_id is not null group by 1, 2)
    select * from counted full join (select * from stock_counts where (available, voided, activated) <> (0, 0, 0)) s
      on s.holder_id = counted.holder_id and s.bulk_job_id is not distinct from counted.bulk_job_id
    where (s.available, s.voided, s.activated) is distinct from (counted.available, counted.voided, counted.activated)`)
  expect(rows).toEqual([])
})
