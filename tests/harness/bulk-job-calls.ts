import { isDeepStrictEqual } from 'node:util'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

interface JobValues {
  count?: number
  status?: 'COMPLETED' | 'PRINTED' | 'FAILED' | 'PROCESSING'
  created_at?: Date
  progress?: number
  last_error?: string
  file_bytes?: number
}

/** The calls about bulk jobs, by the admin unless another person is named, and jobs as a worker left them. */
export function bulkJobCalls(world: World, admin: Person) {
  const create = (body: unknown, who: Pick<Person, 'access'> = admin) =>
    call(world.url, '/api/qr/jobs/create/', { body, access: who.access })
  const print = (id: unknown, who: Pick<Person, 'access'> = admin, status: unknown = 'PRINTED') =>
    call(world.url, `/api/qr/jobs/${String(id)}/update/`, { method: 'PATCH', body: { status }, access: who.access })
  const list = (query = '', who: Pick<Person, 'access'> = admin) =>
    call(world.url, `/api/qr/jobs/${query}`, { access: who.access })
  const rows = () => world.db.selectFrom('bulk_jobs').selectAll().orderBy('id').execute()

  const retry = (id: unknown, who: Pick<Person, 'access'> = admin) =>
    call(world.url, `/api/qr/jobs/${String(id)}/retry/`, { body: {}, access: who.access })
  const cancel = (id: unknown) =>
    call(world.url, `/api/qr/jobs/${String(id)}/cancel/`, { body: {}, access: admin.access })
  const read = (id: unknown, who: Pick<Person, 'access'> = admin) =>
    call(world.url, `/api/qr/jobs/${String(id)}/`, { access: who.access })
  const rowOf = async (id: number) => (await rows()).find((row) => row.id === id)!

  /** A job as the worker left it. */
  async function job(values: JobValues = {}) {
    const row = await world.db
      .insertInto('bulk_jobs')
      .values({ count: 5, created_by: admin.id, status: 'COMPLETED', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  /** Under which names the runs of a job were queued. */
  async function queued(id: number): Promise<string[]> {
    const noted = await world.db.selectFrom('outbox').select(['job', 'job_id', 'payload']).orderBy('id').execute()
    return noted
      .filter(({ job, payload }) => job === 'make-bulk-coupons' && isDeepStrictEqual(payload, { bulk_job_id: id }))
      .map(({ job_id }) => job_id)
  }

  /** Coupons of a job, as many as named. */
  async function couponsOf(bulk_job_id: number, count: number): Promise<number[]> {
    const made = await world.db
      .insertInto('coupons')
      .values(Array.from({ length: count }, () => ({ ...newCodes(), bulk_job_id })))
      .returning('id')
      .execute()
    return made.map(({ id }) => id)
  }

  async function forgetJobs(): Promise<void> {
    await world.db.deleteFrom('coupons').where('bulk_job_id', 'is not', null).execute()
    await world.db.deleteFrom('bulk_jobs').execute()
  }

  return { create, print, list, rows, retry, cancel, read, rowOf, job, queued, couponsOf, forgetJobs }
}
