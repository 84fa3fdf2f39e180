import type { BulkJob } from '../../../contracts/bulk-jobs.ts'
import type { LabelStyle } from '../../../contracts/label-faces.ts'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { inTransaction, type SignedInCtx, type VerbArgs } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/database.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../ground/audit/write-audit.ts'
import { enqueue } from '../../ground/outbox/enqueue.ts'
import { BULK_JOB_COLUMNS, toBulkJob } from './bulk-job-row.ts'

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
export function createBulkJob({ ctx, input }: VerbArgs<Input>): Promise<BulkJob> {
  return inTransaction(ctx, async (ctx) => {
    if (input.owner_id !== undefined) await holdOwner(ctx, input.owner_id)
    const job = await ctx.db
      .insertInto('bulk_jobs')
      .values({
        count: input.count,
        label_style: input.label_style,
        created_by: ctx.actor.id,
        request_id: input.request_id ?? null,
        name: input.name ?? null,
        owner_id: input.owner_id ?? null,
      })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .returning([...BULK_JOB_COLUMNS, 'runs'])
      .executeTakeFirst()
    if (!job) return earlier(ctx, input)
    await enqueueRun(ctx.db, job)
    await writeAudit(ctx, {
      action: 'bulk_job.created',
      subject: 'bulk_job',
      subject_id: job.id,
      detail: {
        count: job.count,
        label_style: job.label_style,
        ...(input.owner_id === undefined ? {} : { owner_id: input.owner_id }),
      },
    })
    return toBulkJob(job)
  })
}

/** Queues a run of a job, under a name of its own: a queue remembers failed names and would ignore the old one. */
export const enqueueRun = (db: Tx, { id, runs }: { id: number; runs: number }): Promise<void> =>
  enqueue(db, 'make-bulk-coupons', { bulk_job_id: id }, `make-bulk-coupons-${id}-${runs}`)

async function earlier(ctx: SignedInCtx, input: Input): Promise<BulkJob> {
  const job = await ctx.db
    .selectFrom('bulk_jobs')
    .select([...BULK_JOB_COLUMNS, 'created_by', 'owner_id'])
    .where('request_id', '=', input.request_id!)
    .executeTakeFirstOrThrow()
  const same =
    job.count === input.count &&
    job.label_style === input.label_style &&
    job.created_by === ctx.actor.id &&
    job.owner_id === (input.owner_id ?? null)
  if (!same) throw new DomainError('CONFLICT', TEXTS.request_other)
  return toBulkJob(job)
}

/** Locks the owner until the job is noted; a field error for one who is no active member of the chain. */
async function holdOwner({ db }: SignedInCtx, id: number): Promise<void> {
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
