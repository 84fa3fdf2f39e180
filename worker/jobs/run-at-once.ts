import { z } from 'zod'
import { isJobName, JOBS, type QueueName } from '@tvarit/shared/contracts/jobs'
import { type JobCtx, runJob } from './handlers.ts'

/** Above so many the queue, which spreads work over all workers, is the faster way. */
const MOST = 10

const saidJob = z.object({ name: z.string(), data: z.unknown() })

export interface AtOnce {
  /** Hears a notification of the outbox and runs the job it names, if there is room. True when it does. */
  hear(payload: string): boolean
  /** Resolves when all that run have ended. */
  settled(): Promise<void>
}

/**
 * The short way of a job: run when its commit is heard, without the hop over outbox and queue, which carry it all the
 * same and find it done. Nothing is tried again here: what fails is left to them.
 */
export function runAtOnce(job: Omit<JobCtx, 'last_attempt'>, queues: readonly QueueName[]): AtOnce {
  const running = new Set<Promise<void>>()
  const run = async (payload: string) => {
    try {
      const { name, data } = saidJob.parse(JSON.parse(payload))
      if (isJobName(name) && queues.includes(JOBS[name].queue))
        await runJob({ ...job, last_attempt: false }, name, data)
    } catch (error) {
      job.ctx.log.warn({ error }, 'a job could not be run at once; the queue has it')
    }
  }
  return {
    hear(payload) {
      if (payload === '' || running.size >= MOST) return false
      const one = run(payload).finally(() => running.delete(one))
      running.add(one)
      return true
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
