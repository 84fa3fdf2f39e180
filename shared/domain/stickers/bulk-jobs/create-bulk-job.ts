import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import type { LabelStyle } from '../../../contracts/label-faces.ts'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { createOnce } from '../../records/create-once.ts'
import { findBulkJob } from './find-bulk-job.ts'

interface Input {
  count: number
  label_style: LabelStyle
  request_id?: string | undefined
  name?: string | null
  owner_id?: number | undefined
}

/**
 * Notes a job of `count` coupons and returns it at once; the worker makes them (`make-bulk-coupons.ts`). They are the
 * stock of the owner, a member of the chain, or of the company. The same `request_id` again is the same job, so neither
 * a second click nor a lost answer prints stickers twice. CONFLICT when it asks for another count or belongs to another
 * user.
 */
export async function createBulkJob({ ctx, input }: VerbArgs<Input>): Promise<BulkJob> {
  const id = await createOnce(ctx, 'bulk job', input, async (ctx, { count, label_style, name = null, owner_id }) => {
    if (owner_id !== undefined) await lockOwner(ctx, owner_id)
    const job = await ctx.db
      .insertInto('bulk_jobs')
      .values({ count, label_style, created_by: ctx.actor.id, name, owner_id: owner_id ?? null })
      .returning(['id', 'runs'])
      .executeTakeFirstOrThrow()
    await enqueueRun(ctx.db, job)
    await writeAudit(ctx, {
      action: 'bulk_job.created',
      subject: 'bulk_job',
      subject_id: job.id,
      detail: { count, label_style, ...(owner_id === undefined ? {} : { owner_id }) },
    })
    return job.id
  })
  return findBulkJob(ctx.db, id)
}

/** Queues a run of a job, under a name of its own: a queue remembers failed names and would ignore the old one. */
export const enqueueRun = (db: Tx, { id, runs }: { id: number; runs: number }): Promise<void> =>
  enqueue(db, 'make-bulk-coupons', { bulk_job_id: id }, `make-bulk-coupons-${id}-${runs}`)

/** Locks the owner until the job is noted; a field error for one who is no active member of the chain. */
async function lockOwner({ db }: SignedInCtx, id: number): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', 'in', CHAIN_ROLES)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!owner) throw fieldError('owner_id', TEXTS.owner_wrong)
}
