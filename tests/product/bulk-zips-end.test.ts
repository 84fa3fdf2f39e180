import { failBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/fail-bulk-job'
import { removeListedFiles } from '@tvarit/shared/domain/records/files/remove-listed-files'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { couponsOf, downloadJob, jobRow, makeJob, storedZip, unqueuedJob, zips } from '../harness/bulk-jobs.ts'
import { createPerson } from '../harness/people.ts'
import { dayPasses } from '../harness/retention.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Meera')

const read = async (id: number) => (await call(world.url, `/api/qr/jobs/${id}/`, { access: admin.access })).body
const retry = (id: number) => call(world.url, `/api/qr/jobs/${id}/retry/`, { body: {}, access: admin.access })

/** Its ZIP is so much older; a session would not live that long. */
async function daysLater(id: number, days: number): Promise<void> {
  await sql`update bulk_jobs set completed_at = completed_at - make_interval(days => ${days - 1}) where id = ${id}`.execute(
    world.db,
  )
  await dayPasses(world, 1)
  await removeListedFiles({ ctx: world.ctx() })
}

/** A job whose ZIP was stored so many days ago; retention has run since. */
async function jobOfDaysAgo(days: number): Promise<{ id: number; zip: Buffer }> {
  const id = await unqueuedJob(world, admin, 5)
  await makeJob(world, id)
  const zip = await storedZip(world, id)
  const { created_at } = await jobRow(world, id)
  await daysLater(id, days)
  // The day that is printed on the stickers does not move with the test's time.
  await world.db.updateTable('bulk_jobs').set({ created_at }).where('id', '=', id).execute()
  return { id, zip }
}

test('a ZIP is there for 30 days, then it is deleted and the job says so', async () => {
  const { id } = await jobOfDaysAgo(29)
  expect(await read(id)).toMatchObject({ status: 'COMPLETED', has_zip: true })
  expect(zips(world)).toContain(`bulk/job-${id}.zip`)
  await daysLater(id, 2)
  expect(zips(world)).not.toContain(`bulk/job-${id}.zip`)
  expect(await read(id)).toMatchObject({
    status: 'COMPLETED',
    has_zip: false,
    file_bytes: null,
    coupons: 5,
    hint: null,
  })
  const { answer, zip } = await downloadJob(world, admin, id)
  expect(answer.status).toBe(409)
  expect(zip.toString()).toContain('deleted after 30 days')
})

test('a deleted ZIP is made again to the byte, without new coupons, and the job keeps its state', async () => {
  const { id, zip } = await jobOfDaysAgo(31)
  await world.db
    .updateTable('bulk_jobs')
    .set({ status: 'PRINTED', printed_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect((await retry(id)).status).toBe(200)
  await makeJob(world, id)
  expect(await jobRow(world, id)).toMatchObject({
    status: 'PRINTED',
    file: `bulk/job-${id}.zip`,
    file_bytes: zip.length,
  })
  expect((await storedZip(world, id)).equals(zip)).toBe(true)
  expect(await couponsOf(world, id)).toHaveLength(5)
  await removeListedFiles({ ctx: world.ctx() })
  expect(zips(world)).toContain(`bulk/job-${id}.zip`)
  expect((await retry(id)).status).toBe(409)
})

test('making a ZIP again moves no coupon that the owner gave back', async () => {
  const partner = await createPerson(world, 'super_distributor', 'Ravi')
  const id = await unqueuedJob(world, admin, 3)
  await world.db.updateTable('bulk_jobs').set({ owner_id: partner.id }).where('id', '=', id).execute()
  await makeJob(world, id)
  expect((await couponsOf(world, id)).map(({ holder_id }) => holder_id)).toEqual([partner.id, partner.id, partner.id])
  await world.db.updateTable('coupons').set({ holder_id: null }).where('bulk_job_id', '=', id).execute()
  await daysLater(id, 31)
  await retry(id)
  await makeJob(world, id)
  expect(await jobRow(world, id)).toMatchObject({ status: 'COMPLETED', file: `bulk/job-${id}.zip` })
  expect((await couponsOf(world, id)).map(({ holder_id }) => holder_id)).toEqual([null, null, null])
})

test('a ZIP that cannot be made again leaves the job as it was and says why', async () => {
  const { id } = await jobOfDaysAgo(31)

  await failBulkJob({ ctx: world.ctx(), input: { bulk_job_id: id, error: new Error('ENOSPC: no space left') } })
  expect(await read(id)).toMatchObject({
    status: 'COMPLETED',
    last_error: 'ENOSPC: no space left',
    hint: expect.any(String),
  })
})
