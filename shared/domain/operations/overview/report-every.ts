import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { REPORT_EVERY_MS, thisProcess } from '../../../platform/process/heartbeat.ts'
import type { Log } from '../../../platform/log/log.ts'
import { repeat } from '../../../platform/process/repeating.ts'
import { ago, days } from '../../../platform/database/moments-sql.ts'

interface ProcessReport {
  id: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  version: string
  detail: object
}

/**
 * A process says that it lives. What has been silent for a day is forgotten. Returns how far the clock of this process is
 * ahead of the database's, in seconds.
 */
async function reportProcess(db: Db, { detail, ...report }: ProcessReport): Promise<number> {
  const sent_at = Date.now()
  const { now } = await db
    .insertInto('processes')
    .values({ ...report, detail: JSON.stringify(detail) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: sql`now()`, detail: JSON.stringify(detail) }),
    )
    .returning(sql<number>`extract(epoch from clock_timestamp())::float8`.as('now'))
    .executeTakeFirstOrThrow()
  const skew_seconds = (sent_at + Date.now()) / 2_000 - now
  await sql`delete from processes where seen_at < ${ago(days(1))}`.execute(db)
  return skew_seconds
}

/** Says every few seconds that this process lives and what `look` finds; takes it back when the process ends in order. */
export function reportEvery(log: Log, db: Db, kind: 'server' | 'worker', look: () => object) {
  const self = thisProcess(kind)
  let skew_seconds: number | null = null
  const reports = repeat({
    name: 'report of this process',
    every_ms: REPORT_EVERY_MS,
    log,
    async work() {
      skew_seconds = await reportProcess(db, { ...self, detail: look() })
    },
  })
  return {
    clock_skew_seconds: () => skew_seconds,
    async stop() {
      await reports.stop()
      await db
        .deleteFrom('processes')
        .where('id', '=', self.id)
        .execute()
        .catch(() => {})
    },
  }
}
