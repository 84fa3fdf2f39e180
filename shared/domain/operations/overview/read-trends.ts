import { sql } from 'kysely'
import { TREND_STEPS, type Trends } from '../../../contracts/ops.ts'
import type { VerbArgs } from '../../../platform/context.ts'

/** Alerts, messages and synthetic scans in steps of an hour (a day) or six (a week), in India, and what each provider did. */
export async function readTrends({
  ctx: { db },
  input: { hours },
}: VerbArgs<{ hours: keyof typeof TREND_STEPS }>): Promise<Trends> {
  const step = sql`make_interval(hours => ${TREND_STEPS[hours]}::int)`
  const first = sql`date_bin(${step}, now(), '2026-01-01 00:00+05:30') - make_interval(hours => ${hours - TREND_STEPS[hours]}::int)`
  const [steps, providers] = await Promise.all([
    sql<Omit<Trends['steps'][number], 'at'> & { at: Date }>`
      with range as (select at, at + ${step} as till from generate_series(${first}, now(), ${step}) at)
      select at, a.alerts, a.claim_seconds, m.messages, m.failed, s.scan_seconds, s.scans_failed from range
      cross join lateral (
        select count(*)::int as alerts, max(extract(epoch from coalesce(first_claimed_at,
          case when status = 'PENDING' then now() end) - timestamp))::float8 as claim_seconds
        from alerts where not drill and timestamp >= at and timestamp < till) a
      cross join lateral (
        select count(*)::int as messages, (count(*) filter (where state = 'failed'))::int as failed
        from messages where created_at >= at and created_at < till and channel <> 'sink') m
      cross join lateral (
        select max(extract(epoch from ended_at - started_at)) filter (where ok)::float8 as scan_seconds,
          (count(*) filter (where not ok))::int as scans_failed
        from synthetic_scans where started_at >= at and started_at < till) s
      order by at`.execute(db),
    sql<Trends['providers'][number]>`
      select provider as name, channel, (count(*) filter (where sent_at is not null))::int as sent,
        (count(*) filter (where delivered_at is not null))::int as delivered,
        (count(*) filter (where state = 'failed'))::int as failed,
        (percentile_cont(0.5) within group (order by extract(epoch from delivered_at - sent_at)))::float8 as delivery_seconds
      from messages where created_at >= ${first} and provider is not null and channel <> 'sink'
      group by 1, 2 order by 1, 2`.execute(db),
  ])
  return { steps: steps.rows.map((row) => ({ ...row, at: row.at.toISOString() })), providers: providers.rows }
}
