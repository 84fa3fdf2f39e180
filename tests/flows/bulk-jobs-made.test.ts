import fs from 'node:fs'
import path from 'node:path'
import { makeBulkCoupons } from '@tvarit/shared/domain/bulk-jobs/make-bulk-coupons'
import { qrImage, scanUrl } from '@tvarit/shared/domain/coupons/qr-image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, filesKept } from '../harness/chain.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { unzip } from '../harness/unzip.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
  admin = await createPerson(world, 'admin', 'Meera')
})
afterAll(() => world.stop())

const row = (id: number) => world.db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const coupons = (id: number) =>
  world.db.selectFrom('coupons').selectAll().where('bulk_job_id', '=', id).orderBy('id').execute()
const zips = () => filesKept(world).filter((file) => file.startsWith('bulk'))

async function create(count: number): Promise<number> {
  const answer = await call(world.url, '/api/qr/jobs/create/', { body: { count }, access: admin.access })
  return Number(answer.body.id)
}
const ended = (id: number, status: string) =>
  until(`job ${id} is ${status}`, async () => ((await row(id)).status === status ? true : null), 30_000)

/** A job nobody has put into a queue. */
async function unqueued(count: number): Promise<number> {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ count, created_by: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}
const make = (id: number) => makeBulkCoupons({ ctx: world.ctx(), input: { bulk_job_id: id } })

test('the worker makes the coupons, and the ZIP holds each of them', async () => {
  const id = await create(30)
  await ended(id, 'COMPLETED')
  const made = await coupons(id)
  expect(made).toHaveLength(30)
  for (const { status, user_id, voided_at } of made) {
    expect({ status, user_id, voided_at }).toEqual({ status: 'AVAILABLE', user_id: null, voided_at: null })
  }
  const answer = await fetch(`${world.url}/api/qr/jobs/${id}/download/`, { headers: admin.headers })
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="job-${id}.zip"`)
  expect(answer.headers.get('content-length')).toBe(String(zip.length))
  const files = unzip(zip)
  expect(files.size).toBe(31)
  const lines = files.get('manifest.csv')!.toString().split('\r\n')
  expect([lines[0], lines.at(-1), lines.length]).toEqual(['serial_number,coupon_code,url', '', 32])
  for (const { serial_number, coupon_code, token } of made) {
    const url = scanUrl(world.config, token)
    expect(lines).toContain(`${serial_number},${coupon_code},${url}`)
    expect(files.get(`qr/${serial_number}.png`)!.equals(qrImage(url))).toBe(true)
  }
  expect(await row(id)).toMatchObject({ progress: 30, file_bytes: zip.length, last_error: null })
  expect(await auditOf(world, id, 'bulk_job.downloaded')).toEqual([{ actor_id: admin.id, detail: {} }])
})

test('a made coupon can be read and its job printed', async () => {
  const id = await create(2)
  await ended(id, 'COMPLETED')
  const [first] = await coupons(id)
  expect((await call(world.url, `/api/coupons/${first!.id}/`, { access: admin.access })).status).toBe(200)
  const body = { status: 'PRINTED' }
  const url = `/api/qr/jobs/${id}/update/`
  expect((await call(world.url, url, { method: 'PATCH', body, access: admin.access })).status).toBe(200)
  expect((await fetch(`${world.url}/api/qr/jobs/${id}/download/`, { headers: admin.headers })).status).toBe(200)
})

test('two runs of one job at the same moment make it once and leave one file', async () => {
  const id = await unqueued(40)
  const before = zips().length
  await Promise.all([make(id), make(id), make(id)])
  expect(await coupons(id)).toHaveLength(40)
  expect(zips().length).toBe(before + 1)
  expect(zips()).toContain((await row(id)).file)
})

test.each(['COMPLETED', 'PRINTED', 'FAILED'] as const)('a job that is %s is not made again', async (status) => {
  const id = await unqueued(3)
  await world.db.updateTable('bulk_jobs').set({ status }).where('id', '=', id).execute()
  const before = zips()
  await make(id)
  expect([await coupons(id), zips(), (await row(id)).status]).toEqual([[], before, status])
})

test('when the database gives up in the middle no coupon and no file stays, and the next run makes all', async () => {
  const id = await unqueued(1500)
  const before = zips()
  await world.pool.query(`create function give_up() returns trigger language plpgsql as $$ begin
    if (select count(*) from coupons where bulk_job_id = new.bulk_job_id) >= 1200 then raise 'given up'; end if;
    return new; end $$`)
  await world.pool.query(`create trigger give_up before insert on coupons for each row execute function give_up()`)
  try {
    await expect(make(id)).rejects.toThrow('given up')
  } finally {
    await world.pool.query('drop trigger give_up on coupons')
  }
  expect([await coupons(id), zips(), (await row(id)).status]).toEqual([[], before, 'PROCESSING'])
  await make(id)
  expect(await coupons(id)).toHaveLength(1500)
  expect(unzip(await world.ctx().storage.read((await row(id)).file!)).size).toBe(1501)
})

test('the progress only grows and ends at the count', async () => {
  await world.pool.query('create table seen (id bigint generated always as identity, n integer)')
  await world.pool.query(`create function see() returns trigger language plpgsql as $$ begin
    insert into seen (n) values (new.progress); return new; end $$`)
  await world.pool.query(`create trigger see after update of progress on bulk_jobs for each row execute function see()`)
  const id = await unqueued(350)
  await world.db.updateTable('bulk_jobs').set({ progress: 150 }).where('id', '=', id).execute()
  await make(id)
  const { rows } = await world.pool.query<{ n: number }>('select n from seen order by id')
  await world.pool.query('drop trigger see on bulk_jobs')
  expect(rows.map(({ n }) => n)).toEqual([150, 200, 300, 350])
})

test('a job that cannot be made is tried again, then shown as FAILED, and leaves no coupon', async () => {
  // A file where the folder of the ZIPs belongs: nothing can be written.
  const folder = path.join(world.config.DATA_DIR, 'files/bulk')
  fs.renameSync(folder, `${folder}-away`)
  fs.writeFileSync(folder, '')
  try {
    const id = await create(5)
    await ended(id, 'FAILED')
    expect((await row(id)).last_error).toMatch(/\S/)
    expect(await coupons(id)).toEqual([])
    const answer = await call(world.url, '/api/qr/jobs/?page_size=1', { access: admin.access })
    expect(answer.body.results).toMatchObject([{ id, status: 'FAILED' }])
  } finally {
    fs.rmSync(folder)
    fs.renameSync(`${folder}-away`, folder)
  }
})

test('a job that fails at first is completed by a later try', async () => {
  await world.pool.query(`create function not_yet() returns trigger language plpgsql as $$ begin
    if nextval('tries') < 2 then raise 'not yet'; end if; return new; end $$`)
  // A sequence keeps its count when the transaction does not.
  await world.pool.query('create sequence tries')
  await world.pool.query(`create trigger not_yet before insert on coupons for each row execute function not_yet()`)
  try {
    const id = await create(4)
    await ended(id, 'COMPLETED')
    expect(await coupons(id)).toHaveLength(4)
  } finally {
    await world.pool.query('drop trigger not_yet on coupons')
  }
})
