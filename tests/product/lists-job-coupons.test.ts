import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { coupons } from '@tvarit/shared/domain/stickers/coupons/list-coupons'
import type { Db } from '@tvarit/shared/platform/database/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSticker, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')

const read = (query: string, who: Pick<Person, 'access'> = admin) =>
  readList(world, `/api/coupons/?${query}`, who.access)

interface Made {
  id: number
  coupons: { id: number; serial_number: string; coupon_code: string }[]
}

/** A finished job; its coupons newest first, as lists show them. */
async function jobOf(count: number): Promise<Made> {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ count, created_by: admin.id, status: 'COMPLETED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const coupons = await world.db
    .insertInto('coupons')
    .values(Array.from({ length: count }, () => ({ ...newCodes(), bulk_job_id: job.id })))
    .returning(['id', 'serial_number', 'coupon_code'])
    .execute()
  return { id: job.id, coupons: coupons.toSorted((a, b) => b.id - a.id) }
}

const use = (ids: number[], user_id: number) =>
  world.db.updateTable('coupons').set({ status: 'USED', user_id }).where('id', 'in', ids).execute()

test('the coupons of a job are listed without those of others, page by page, forth and back', async () => {
  await jobOf(8)
  const job = await jobOf(23)
  await jobOf(9)
  await createSticker(world)
  const all = job.coupons.map(({ id }) => id)
  for (const page_size of [1, 7, 23, 100]) {
    const path = `/api/coupons/?bulk_job_id=${job.id}&page_size=${page_size}`
    expect(await walk(world, path, admin.access)).toEqual(all)
  }
  const first = await read(`bulk_job_id=${job.id}`)
  expect([first.count, first.count_capped, first.total_pages, first.previous]).toEqual([23, false, 3, null])
  const third = await read(`bulk_job_id=${job.id}&page=3`)
  expect([idsOf(third), third.next]).toEqual([all.slice(20), null])
  expect(await walk(world, third.previous!, admin.access, { back: true })).toEqual(all.slice(0, 20))
})

test('search and status narrow the coupons of a job and are kept in the links', async () => {
  const job = await jobOf(30)
  const other = await jobOf(2)
  const owner = await createPerson(world, 'user')
  const used = job.coupons.filter((_coupon, index) => index % 2 === 0).map(({ id }) => id)
  await use(used, owner.id)
  const path = `/api/coupons/?bulk_job_id=${job.id}&status=USED&page_size=4`
  expect(await walk(world, path, admin.access)).toEqual(used)
  const wanted = job.coupons[4]!
  for (const term of [wanted.serial_number, wanted.coupon_code.toLowerCase()]) {
    const found = await read(`bulk_job_id=${job.id}&search=${term}`)
    expect([idsOf(found), found.count]).toEqual([[wanted.id], 1])
    expect(idsOf(await read(`bulk_job_id=${job.id}&status=USED&search=${term}`))).toEqual([wanted.id])
    expect(idsOf(await read(`bulk_job_id=${job.id}&status=AVAILABLE&search=${term}`))).toEqual([])
    expect(idsOf(await read(`bulk_job_id=${other.id}&search=${term}`))).toEqual([])
  }
  // Every serial number begins with S; one letter has no trigram.
  expect(await walk(world, `/api/coupons/?bulk_job_id=${job.id}&search=s&page_size=7`, admin.access)).toEqual(
    job.coupons.map(({ id }) => id),
  )
  expect((await read(`bulk_job_id=${job.id}&search=%E0%A4%95`)).count).toBe(0)
})

test('an empty or unknown job has an empty page, and an invalid filter is an error', async () => {
  const { id } = await world.db
    .insertInto('bulk_jobs')
    .values({ count: 5, created_by: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const unknown of [id, 999_999_999]) {
    expect(await read(`bulk_job_id=${unknown}`)).toMatchObject({ count: 0, results: [], next: null, previous: null })
  }
  expect((await read('bulk_job_id=')).count).toBe((await read('')).count)
  for (const nonsense of ['abc', '0', '-3', '1.5']) {
    const answer = await call(world.url, `/api/coupons/?bulk_job_id=${nonsense}`, { access: admin.access })
    expect([nonsense, answer.status, Object.keys(answer.body)]).toEqual([nonsense, 400, ['bulk_job_id']])
  }
})

test('a subscriber finds only the own coupon, whatever job is named', async () => {
  const job = await jobOf(6)
  const other = await jobOf(3)
  const [me, neighbour] = [await createPerson(world, 'user'), await createPerson(world, 'user')]
  const own = job.coupons[2]!
  await use([own.id], me.id)
  await use([job.coupons[3]!.id, other.coupons[0]!.id], neighbour.id)
  expect(idsOf(await read(`bulk_job_id=${job.id}`, me))).toEqual([own.id])
  expect((await read(`bulk_job_id=${job.id}`, me)).count).toBe(1)
  expect(idsOf(await read(`bulk_job_id=${job.id}&search=s`, me))).toEqual([own.id])
  expect((await read(`bulk_job_id=${job.id}&status=AVAILABLE`, me)).count).toBe(0)
  expect((await read(`bulk_job_id=${other.id}`, me)).count).toBe(0)
})

test('a page of a job never walks all coupons, also with status and search', async () => {
  await world.pool.query(`insert into coupons (serial_number, coupon_code, token)
    select 'X' || n, 'Y' || n, 'Z' || n from generate_series(1, 30000) n`)
  const job = await jobOf(200)
  await jobOf(200)
  await world.pool.query('analyze coupons')
  const wanted = job.coupons[150]!.serial_number
  const queries = [
    {},
    { status: 'AVAILABLE' as const },
    { status: 'USED' as const },
    { search: wanted },
    { search: 'S' },
    { status: 'AVAILABLE' as const, search: wanted.slice(0, 4) },
    { page: 20 },
  ]
  for (const query of queries) {
    const walked = await world.db.transaction().execute(async (db) => {
      const before = await rowsReadBy(db)
      const ctx = { ...world.ctx(admin.actor), actor: admin.actor, scope: 'all' as const, db }
      await coupons.page({ ctx, input: { page: 1, page_size: 10, status: undefined, bulk_job_id: job.id, ...query } })
      const after = await rowsReadBy(db)
      return { scanned: after.scanned - before.scanned, looked_up: after.looked_up - before.looked_up }
    })
    // The keys, the count and the rows of the page.
    expect([query, walked.scanned, Math.max(walked.looked_up, 420)]).toEqual([query, 0, 420])
  }
})

/** Rows of coupons this connection has read so far, by scanning the table and through an index. */
async function rowsReadBy(db: Db): Promise<{ scanned: number; looked_up: number }> {
  const read = await sql<{ scanned: number; looked_up: number }>`
    select coalesce(sum(seq_tup_read), 0)::int as scanned, coalesce(sum(idx_tup_fetch), 0)::int as looked_up
    from pg_stat_xact_user_tables where relname = 'coupons'`.execute(db)
  return read.rows[0]!
}
