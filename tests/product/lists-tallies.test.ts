import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { compactTallies } from '@tvarit/shared/domain/records/tallies/compact-tallies'
import { readTally } from '@tvarit/shared/domain/records/tallies/read-tallies'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readList } from '../harness/list-pages.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

/** What the tallies say and what is there, by name; equal or the tallies are wrong. */
async function bothWays(): Promise<{ notified: object; counted: object }> {
  const notified = await sql<{ name: string; n: number }>`
    select name, sum(n)::bigint as n from tallies group by name having sum(n) <> 0 order by name`.execute(world.db)
  const counted = await sql<{ name: string; n: number }>`
    select 'users.' || role as name, count(*) as n from users where deleted_at is null group by role
    union all select 'coupons.' || status, count(*) from coupons group by status order by name`.execute(world.db)
  const asObject = (rows: { name: string; n: number }[]) => Object.fromEntries(rows.map(({ name, n }) => [name, n]))
  return { notified: asObject(notified.rows), counted: asObject(counted.rows) }
}

async function expectExact(): Promise<void> {
  const { notified, counted } = await bothWays()
  expect(notified).toEqual(counted)
}

const rowsOfTallies = async () => (await world.db.selectFrom('tallies').select('id').execute()).length

test('tallies follow inserts, updates and deletes, also of many rows in one statement', async () => {
  const people = await Promise.all((['admin', 'staff', 'user'] as const).map((role) => createPerson(world, role)))
  await Promise.all([createSubscriber(world), createSubscriber(world), createSticker(world)])
  await world.db
    .insertInto('coupons')
    .values(Array.from({ length: 200 }, newCodes))
    .execute()
  await expectExact()
  await world.db.updateTable('users').set({ role: 'retailer' }).where('id', '=', people[1]!.id).execute()
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', people[2]!.id).execute()
  await world.db
    .updateTable('coupons')
    .set({ status: 'USED' })
    .where('id', 'in', sql<number>`(select id from coupons order by id limit 50)`)
    .execute()
  await expectExact()
  await world.db.updateTable('users').set({ deleted_at: null }).where('id', '=', people[2]!.id).execute()
  await world.db.deleteFrom('coupons').where('user_id', 'is', null).execute()
  await expectExact()
  expect((await bothWays()).counted).toMatchObject({ 'users.retailer': 1, 'coupons.USED': 2 })
})

test('a statement that changes nothing countable adds no row', async () => {
  const before = await rowsOfTallies()
  await world.db.updateTable('users').set({ first_name: 'Same' }).execute()
  await world.db.updateTable('coupons').set({ void_reason: 'x' }).execute()
  await world.db.deleteFrom('coupons').where('id', '=', -1).execute()
  expect(await rowsOfTallies()).toBe(before)
})

test('what is rolled back is not counted, and an open transaction makes nobody wait', async () => {
  const before = await readTally(world.db, 'coupons.AVAILABLE')
  const rolledBack = world.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('coupons')
      .values(Array.from({ length: 50 }, newCodes))
      .execute()
    // While those 50 are not committed, another person's coupon goes in and is counted.
    await createSticker(world)
    expect(await readTally(world.db, 'coupons.AVAILABLE')).toBe(before + 1)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  expect(await readTally(world.db, 'coupons.AVAILABLE')).toBe(before + 1)
})

test('every reader sees an exact sum while thirty writers and three compactions run at once', async () => {
  const begin = await readTally(world.db, 'coupons.AVAILABLE')
  let writing = true
  const writers = Array.from({ length: 30 }, async () => {
    for (let n = 0; n < 10; n++) await world.db.insertInto('coupons').values([newCodes(), newCodes()]).execute()
  })
  const folding = Array.from({ length: 3 }, async () => {
    while (writing) await compactTallies({ ctx: world.ctx() })
  })
  const looking = (async () => {
    const wrong: object[] = []
    while (writing) {
      // Both in one statement, so of one moment.
      const both = await sql<{ notified: number; counted: number }>`
        select (select sum(n)::bigint from tallies where name = 'coupons.AVAILABLE') as notified,
          (select count(*) from coupons where status = 'AVAILABLE') as counted`.execute(world.db)
      if (both.rows[0]!.notified !== both.rows[0]!.counted) wrong.push(both.rows[0]!)
    }
    return wrong
  })()
  await Promise.all(writers)
  writing = false
  await Promise.all(folding)
  expect(await looking).toEqual([])
  expect(await readTally(world.db, 'coupons.AVAILABLE')).toBe(begin + 600)
  await expectExact()
})

test('compaction leaves one row a name with the same sums, and skips a few rows', async () => {
  for (let n = 0; n < 60; n++) await createSticker(world)
  const before = await bothWays()
  expect(await compactTallies({ ctx: world.ctx() })).toBeGreaterThan(60)
  expect(await bothWays()).toEqual(before)
  expect(await rowsOfTallies()).toBe(Object.keys(before.notified).length)
  expect(await compactTallies({ ctx: world.ctx() })).toBe(0)
})

test('the worker folds on its own', async () => {
  const other = await createWorld({ server: false })
  try {
    for (let n = 0; n < 70; n++) await createSticker(other)
    await until('the tallies are folded', async () => {
      const rows = await other.db.selectFrom('tallies').select('id').execute()
      return rows.length <= 50
    })
    expect(await readTally(other.db, 'coupons.AVAILABLE')).toBe(70)
  } finally {
    await other.stop()
  }
})

test('lists without a filter show the tallies, by status and in all', async () => {
  const admin = await createPerson(world, 'admin')
  await createSubscriber(world)
  const { counted } = (await bothWays()) as { counted: Record<string, number> }
  const count = async (path: string) => (await readList(world, path, admin.access)).count
  expect(await count('/api/coupons/?status=USED')).toBe(counted['coupons.USED'])
  expect(await count('/api/coupons/?status=AVAILABLE')).toBe(counted['coupons.AVAILABLE'])
  expect(await count('/api/coupons/?status=')).toBe(counted['coupons.USED']! + counted['coupons.AVAILABLE']!)
  expect(await count('/api/users/subscribers/')).toBe(counted['users.user'])
  expect(await count('/api/users/admins/')).toBe(counted['users.admin'])
})
