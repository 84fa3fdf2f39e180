import type { Db } from '../../../platform/database/database.ts'

/** How far a synthetic alert has come behind the press: its job is in a queue, its message is through. */
export async function readScanProgress(db: Db, alert_id: number): Promise<{ published: boolean; sent: boolean }> {
  const [job, message] = await Promise.all([
    db
      .selectFrom('outbox')
      .select('published_at')
      .where('job_id', '=', `tell-relatives-${alert_id}`)
      .executeTakeFirst(),
    db
      .selectFrom('messages')
      .select('state')
      .where('alert_id', '=', alert_id)
      .where('channel', '=', 'sink')
      .executeTakeFirst(),
  ])
  return { published: job?.published_at != null, sent: message?.state === 'sent' }
}
