import { sql } from 'kysely'
import { type OpsOverview, type WorkerDetail, workerDetail } from '../../../contracts/ops.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database.ts'
import { sendable } from '../../delivery/retry-message.ts'
import { RETENTION_RULES } from '../retention/retention-rules.ts'
import { readGauges, SILENT_SECONDS } from './read-gauges.ts'
import { days, seconds, within } from '../../../platform/moments-sql.ts'

const SHOWN = 20
const SCANS_SHOWN = 36

/** Everything the operations page shows, by one query for each part. */
export async function readOverview({ ctx }: { ctx: SignedInCtx }): Promise<OpsOverview> {
  const { db, config } = ctx
  const [looked, processes, scans, groups, newest, jobs, uncertain, audit, retention] = await Promise.all([
    readGauges(db),
    readProcesses(db),
    db.selectFrom('synthetic_scans').selectAll().orderBy('started_at', 'desc').limit(SCANS_SHOWN).execute(),
    failedGroups(db),
    newestFailed(db),
    failedJobs(db),
    sql<{
      n: number
    }>`select count(*) as n from messages where uncertain and ${within('created_at', days(1))}`.execute(db),
    readSeal(db),
    readRetention(db),
  ])
  const {
    scan: _scan,
    unclaimed_by_level: _levels,
    counter_healed: _healed,
    audit_unsealed_seconds,
    audit_broken: _broken,
    consumers: _consumers,
    database_bytes: _bytes,
    audit_check_seconds,
    ...figures
  } = looked
  const workers = processes.filter(({ kind, lives }) => kind === 'worker' && lives)
  const details = workers.flatMap(({ detail }) => workerDetail.safeParse(detail).data ?? [])
  return {
    ...figures,
    now: new Date().toISOString(),
    messages_uncertain: uncertain.rows[0]!.n,
    queues: queuesOf(details),
    providers: providersOf(details),
    processes: processes.map(({ detail, ...process }) => ({
      ...process,
      screens: (detail as { screens?: number }).screens ?? null,
    })),
    scan_minutes: config.SYNTHETIC_SCAN_MINUTES,
    scans: scans.map(({ id, started_at, ok, failed_stage, reason, stages }) => ({
      id,
      started_at: started_at.toISOString(),
      ok,
      failed_stage,
      reason,
      total_ms: Object.values(stages as Record<string, number>).reduce((sum, ms) => sum + ms, 0),
    })),
    audit: { ...audit, unsealed_seconds: audit_unsealed_seconds, check_seconds: audit_check_seconds },
    retention,
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

async function readSeal(db: Db): Promise<Omit<OpsOverview['audit'], 'unsealed_seconds' | 'check_seconds'>> {
  const { rows } = await sql<{
    sealed_at: Date | null
    unsealed: number
    ended_at: Date | null
    round_ended_at: Date | null
    broken: OpsOverview['audit']['broken']
  }>`
    select (select max(sealed_at) from audit_seals) as sealed_at, (select count(*) from audit_log
      where id > coalesce((select max(last_id) from audit_seals), 0)) as unsealed, ended_at, round_ended_at, broken
    from audit_checks`.execute(db)
  const { sealed_at, ended_at, round_ended_at, ...rest } = rows[0]!
  return {
    ...rest,
    sealed_at: sealed_at?.toISOString() ?? null,
    checked_at: ended_at?.toISOString() ?? null,
    round_ended_at: round_ended_at?.toISOString() ?? null,
  }
}

async function readRetention(db: Db): Promise<OpsOverview['retention']> {
  const rows = await db
    .selectFrom('retention_runs')
    .select(['rule', 'ran_at', 'removed_last', 'removed_ever'])
    .where(
      'rule',
      'in',
      RETENTION_RULES.map(({ name }) => name),
    )
    .orderBy('rule')
    .execute()
  return rows.map(({ ran_at, ...row }) => ({ ...row, ran_at: ran_at?.toISOString() ?? null }))
}

/** Depths as the first live worker that could read them reports them, with how many workers take from each. */
function queuesOf(details: WorkerDetail[]): OpsOverview['queues'] {
  return Object.entries(details.find(({ queues }) => Object.keys(queues).length > 0)?.queues ?? {}).map(
    ([name, counts]) => ({
      name,
      waiting: counts.waiting ?? 0,
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      failed: counts.failed ?? 0,
      workers: details.filter(({ takes }) => takes.includes(name)).length,
    }),
  )
}

/** A provider counts as left alone when any worker leaves it alone. */
function providersOf(details: WorkerDetail[]): OpsOverview['providers'] {
  const all = details.flatMap(({ breakers }) => breakers)
  const names = [...new Set(all.map(({ provider }) => provider))]
  return names.map((name) => ({ name, open: all.some(({ provider, open }) => provider === name && open) }))
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
