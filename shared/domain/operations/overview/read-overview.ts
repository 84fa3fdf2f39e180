import { sql } from 'kysely'
import type { OpsOverview } from '../../../contracts/ops.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sendable } from '../../delivery/retry-message.ts'
import { readGauges, SILENT_SECONDS } from './read-gauges.ts'
import { days, seconds, within } from '../../../platform/database/moments-sql.ts'

const SHOWN = 20

/** Everything the operations page shows, by one query for each part. */
export async function readOverview({ ctx }: { ctx: SignedInCtx }): Promise<OpsOverview> {
  const { db, config } = ctx
  const [{ consoles_open, consoles_armed }, processes, scan, groups, newest, jobs, audit] = await Promise.all([
    readGauges(db),
    readProcesses(db),
    lastScan(db),
    failedGroups(db),
    newestFailed(db),
    failedJobs(db),
    db.selectFrom('audit_checks').select('broken').executeTakeFirstOrThrow(),
  ])
  return {
    now: new Date().toISOString(),
    consoles_open,
    consoles_armed,
    processes: processes.map(({ detail, ...process }) => ({
      ...process,
      screens: (detail as { screens?: number }).screens ?? null,
    })),
    scan_minutes: config.SYNTHETIC_SCAN_MINUTES,
    scan,
    audit_broken: audit.broken as OpsOverview['audit_broken'],
    failed_messages: groups,
    newest_failed: newest,
    failed_jobs: jobs,
  }
}

async function readProcesses(db: Db) {
  const rows = await db
    .selectFrom('processes')
    .selectAll()
    .select(within('seen_at', seconds(SILENT_SECONDS)).as('lives'))
    .orderBy('kind')
    .orderBy('started_at')
    .execute()
  return rows.map(({ started_at, seen_at, ...row }) => ({
    ...row,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}

async function lastScan(db: Db): Promise<OpsOverview['scan']> {
  const scan = await db
    .selectFrom('synthetic_scans')
    .select(['started_at', 'ok', 'failed_stage', 'reason', 'stages'])
    .where('ended_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!scan) return null
  const { started_at, ok, failed_stage, reason, stages } = scan
  return {
    started_at: started_at.toISOString(),
    ok: ok === true,
    failed_stage,
    reason,
    total_ms: Object.values(stages as Record<string, number>).reduce((sum, ms) => sum + ms, 0),
  }
}

async function failedGroups(db: Db): Promise<OpsOverview['failed_messages']> {
  const { rows } = await sql<OpsOverview['failed_messages'][number]>`
    select template, provider, count(*) as count, count(*) filter (where ${sendable}) as can_be_sent,
      (array_agg(last_error order by id desc))[1] as newest_error, max(failed_at) as newest_at
    from messages where state = 'failed' and ${within('failed_at', days(1))}
    group by template, provider order by count(*) desc, template limit ${SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, newest_at: new Date(row.newest_at).toISOString() }))
}

async function newestFailed(db: Db): Promise<OpsOverview['newest_failed']> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'template', 'recipient_relation', 'recipient_name', 'alert_id', 'last_error as error', 'failed_at'])
    .select(sendable.as('can_be_sent'))
    .where('state', '=', 'failed')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ recipient_relation, recipient_name, failed_at, ...row }) => ({
    ...row,
    recipient: recipient_relation ?? recipient_name,
    failed_at: (failed_at ?? new Date()).toISOString(),
  }))
}

async function failedJobs(db: Db): Promise<OpsOverview['failed_jobs']> {
  const rows = await db
    .selectFrom('failed_jobs')
    .select(['id', 'job', 'job_id', 'reason', 'failed_at'])
    .where('retried_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, failed_at: row.failed_at.toISOString() }))
}
