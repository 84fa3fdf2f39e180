import { sql } from 'kysely'
import { newPhone } from './people.ts'
import type { World } from './world.ts'

let failures = 0

/** A message that failed for good: of the on-call staff, unless it belongs to an alert. */
export async function failedMessage(world: World, more: { alert_id?: number; erased?: true } = {}): Promise<number> {
  const { erased, ...columns } = more
  const row = await world.db
    .insertInto('messages')
    .values({
      ...columns,
      template: 'screens_back',
      to_phone: newPhone(),
      ...(erased ? {} : { params: JSON.stringify({ time: '14:05', silent_since: '14:01' }) }),
      recipient_name: 'On call',
      dedupe_key: `failed:${++failures}`,
      state: 'failed',
      attempts: 8,
      last_error: 'Every provider was busy.',
      failed_at: sql`now()`,
      expires_at: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A job its queue has given up. */
export async function failedQueueJob(world: World): Promise<number> {
  const row = await world.db
    .insertInto('failed_jobs')
    .values({
      job: 'send-message',
      job_id: `send-message-0-${++failures}`,
      payload: JSON.stringify({ message_id: 0 }),
      reason: 'timeout exceeded when trying to connect',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
