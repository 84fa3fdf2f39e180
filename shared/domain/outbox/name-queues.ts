import { sql } from 'kysely'
import { JOBS } from '../../contracts/jobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { messageQueue } from './message-queue.ts'

const BATCH = 1_000

const QUEUE_OF_JOB = JSON.stringify(Object.fromEntries(Object.entries(JOBS).map(([job, { queue }]) => [job, queue])))

/**
 * Gives one batch of outbox entries their queue: those of the version before, of messages that are sent again and of what
 * was written by hand. A message that is not there is nobody's: it can wait. Returns how many.
 */
export async function nameQueues(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with unnamed as (
      select id from outbox where queue is null and published_at is null and job = any(${Object.keys(JOBS)})
      order by id limit ${BATCH} for update skip locked)
    update outbox o set queue = coalesce(${QUEUE_OF_JOB}::jsonb ->> o.job, (
        select ${messageQueue(sql`m.template`)} from messages m
        where m.id = case when o.payload ->> 'message_id' ~ '^[0-9]{1,18}$' then (o.payload ->> 'message_id')::bigint end
      ), 'messages')
    from unnamed where o.id = unnamed.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
