import type { Tx } from '../../../platform/database.ts'
import { enqueue } from '../../ground/outbox/enqueue.ts'

/** Queues a run of a job, under a name of its own: a queue remembers failed names and would ignore the old one. */
export const enqueueRun = (db: Tx, { id, runs }: { id: number; runs: number }): Promise<void> =>
  enqueue(db, 'make-bulk-coupons', { bulk_job_id: id }, `make-bulk-coupons-${id}-${runs}`)
