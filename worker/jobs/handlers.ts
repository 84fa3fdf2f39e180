import { randomUUID } from 'node:crypto'
import { isJobName, JOBS, type JobName, type JobPayload } from '@tvarit/shared/contracts/jobs'
import { failBulkJob } from '@tvarit/shared/domain/stickers/bulk-jobs/fail-bulk-job'
import { makeBulkCoupons } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import type { Senders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { sendPush } from '@tvarit/shared/domain/on-call/push/send-push'
import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import type { Ctx } from '@tvarit/shared/platform/context'
import { withRequestId } from '@tvarit/shared/platform/log/correlation'

export interface JobCtx {
  ctx: Ctx
  senders: Senders
  /** The queue will not try again when this run throws. */
  last_attempt: boolean
}

type Handlers = { [Name in JobName]: (job: JobCtx, payload: JobPayload<Name>) => Promise<void> }

/** Exactly one handler for each declared job; the type makes a missing one an error. */
export const HANDLERS: Handlers = {
  'tell-relatives': ({ ctx }, payload) => notifyRelatives({ ctx, input: payload }),
  'send-message': ({ ctx, senders }, payload) => sendMessage({ ctx, senders, input: payload }),
  'send-push': ({ ctx, last_attempt }, payload) => sendPush({ ctx, input: payload, last_attempt }),
  'make-bulk-coupons': async ({ ctx, last_attempt }, payload) => {
    try {
      await makeBulkCoupons({ ctx, input: payload })
    } catch (error) {
      if (last_attempt) await failBulkJob({ ctx, input: { ...payload, error } })
      throw error
    }
  },
}

/**
 * Parses the payload again and runs the handler under the id of the request the job comes from. An unknown job or payload
 * throws and stays visible as failed.
 */
export async function runJob(job: JobCtx, name: string, data: unknown): Promise<void> {
  if (!isJobName(name)) throw new Error(`No job is called ${name}`)
  const { request_id, ...payload } = data as Record<string, unknown>
  const run = () => HANDLERS[name](job, JOBS[name].payload.parse(payload) as never)
  await withRequestId(typeof request_id === 'string' ? request_id : randomUUID(), run)
}
