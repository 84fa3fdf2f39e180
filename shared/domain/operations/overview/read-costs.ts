import { sql } from 'kysely'
import type { CostLine, Costs } from '../../../contracts/ops.ts'
import type { VerbArgs } from '../../../platform/context.ts'
import { dayInIndia, startOfDayInIndia, todayInIndia } from '../../../platform/database/india-sql.ts'
import { otherMessagesToday } from '../../delivery/other-messages-today.ts'
import { days, within } from '../../../platform/database/moments-sql.ts'

/** What was sent and called in the last days, and what it cost, by provider, by day and by template; the daily limits. */
export async function readCosts({ ctx, input }: VerbArgs<{ days: number }>): Promise<Costs> {
  const { db, config } = ctx
  const [lines, codes, others] = await Promise.all([
    sql<CostLine & { by: 'all' | 'provider' | 'day' | 'template' }>`
      with sent as (
        select provider || case channel when 'sms' then '' else ' ' || channel end as provider,
          to_char(${dayInIndia(sql`created_at`)}, 'YYYY-MM-DD') as day, template, channel, parts, cost_paise
        from messages
        where created_at >= ${startOfDayInIndia(sql`(${todayInIndia} - ${input.days - 1}::int)`)}
          and sent_at is not null and channel in ('sms', 'whatsapp', 'voice'))
      select case when grouping(provider) = 0 then 'provider' when grouping(day) = 0 then 'day'
          when grouping(template) = 0 then 'template' else 'all' end as by,
        coalesce(provider, day, template, '') as name,
        (count(*) filter (where channel <> 'voice'))::int as messages,
        (count(*) filter (where channel = 'voice'))::int as calls,
        coalesce(sum(coalesce(parts, 1)) filter (where channel <> 'voice'), 0)::int as parts,
        coalesce(sum(cost_paise), 0)::float8 as cost_paise,
        (count(*) filter (where cost_paise is null))::int as unpriced
      from sent group by grouping sets ((), (provider), (day), (template))
      order by case when grouping(day) = 0 then day end desc, 6 desc, 3 desc, 2`.execute(db),
    sql<{
      n: number
    }>`select count(*)::int as n from otp_challenges where ${within('created_at', days(1))}`.execute(db),
    otherMessagesToday(db),
  ])
  const of = (which: string) => lines.rows.filter(({ by }) => by === which).map(({ by: _by, ...line }) => line)
  return {
    all: of('all')[0]!,
    by_provider: of('provider'),
    by_day: of('day'),
    by_template: of('template'),
    limits: [
      { setting: 'OTP_PER_DAY', used: codes.rows[0]!.n, most: config.OTP_PER_DAY },
      { setting: 'OTHER_MESSAGES_PER_DAY', used: others, most: config.OTHER_MESSAGES_PER_DAY },
    ],
  }
}
