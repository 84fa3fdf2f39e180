import type { QueueName } from '@tvarit/shared/contracts/jobs'
import type { Ctx } from '@tvarit/shared/platform/context'
import type { Config } from '@tvarit/shared/platform/settings/config'
import type { Queue } from 'bullmq'
import type { WorkerMetrics } from '../metrics.ts'

export interface TaskCtx {
  ctx: Ctx
  queues: Map<QueueName, Queue>
  metrics: WorkerMetrics
  /** When this worker started, by `performance.now()`. */
  started_at: number
}

/** A loop of a worker, one run at a time. */
export interface ScheduledTask {
  name: string
  /** Milliseconds from the end of a run to the next one. */
  every_ms: (config: Config) => number
  /** The longest a run may take, milliseconds; after it the health check fails and the process is started again. */
  deadline_ms: number
  /** True when there is more to do: the next run begins at once. */
  run(task: TaskCtx): Promise<boolean | void>
}
