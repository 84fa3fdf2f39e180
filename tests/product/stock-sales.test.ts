import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { Stock } from '@tvarit/shared/contracts/stock'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, createChain, createChainMember } from '../harness/chain.ts'
import { createPerson, createSticker, type Person } from '../harness/people.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { activate, createBatch, expectCountsKept, give, readCsv, readStock } from '../harness/stock.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

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

test('a signed-in seller who registers a customer activates the coupon, a subscriber does not', async () => {
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

test('old company batches are offered beside newer ones, and count what can be given', async () => {
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

test('a used sticker that is replaced, however often, is one sale', async () => {
  const { retailer } = await createChain(world)
  const ours = await createBatch(world, admin, 1)
  const theirs = await createBatch(world, admin, 1, retailer.id)
  const activated = async () => {
    const { body } = await readStock(world, admin)
    return [body.activated, (body.below as Stock['below']).activated]
  }
  const replace = async (id: number) => {
    const { body } = await call(world.url, `/api/coupons/${id}/void/`, {
      body: { reason: 'Lost' },
      access: admin.access,
    })
    return (body.replaced_by as { id: number }).id
  }
  for (const { serials } of [ours, theirs]) await activate(world, serials[0]!)
  const before = await activated()
  for (const { serials } of [ours, theirs]) {
    const { id } = await world.db
      .selectFrom('coupons')
      .select('id')
      .where('serial_number', '=', serials[0]!)
      .executeTakeFirstOrThrow()
    await replace(await replace(id))
  }
  expect(await activated()).toEqual(before)
  // Of a sticker that was not sold yet the replacement is what is sold.
  const unsold = await createSticker(world)
  const { serial_number } = await world.db
    .selectFrom('coupons')
    .select('serial_number')
    .where('id', '=', await replace(unsold.id))
    .executeTakeFirstOrThrow()
  await activate(world, serial_number)
  expect(await activated()).toEqual([Number(before[0]) + 1, before[1]])
})

test('the monthly statement includes people who left, and its CSV only the own chain', async () => {
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

test('people below come with their whole subtree’s stock, and an admin finds any by name', async () => {
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
  expect(await readCsv(world, super_distributor, 'stock/people/download/')).toEqual([
    'id,name,firm_name,role,available,activated,activated_month,below_people,below_available,below_activated,below_activated_month',
    `${distributor.id},${distributor.first_name} Rao,${distributor.firm_name},distributor,2,0,0,1,3,0,0`,
  ])
  expect((await people(admin, `?search=${retailer.phone_number}`)).results.map(({ id }) => id)).toEqual([retailer.id])
  expect((await people(admin)).results[0]).toMatchObject({
    id: super_distributor.id,
    below: { people: 2, available: 5 },
  })
})

test('the kept counts equal the coupons after everything above', () => expectCountsKept(world))
