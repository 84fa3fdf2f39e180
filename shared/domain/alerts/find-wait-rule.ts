import { sql } from 'kysely'
import { ALERT_RULES, ONE_ACCIDENT_METRES, type WaitRule } from '../../contracts/alert-rules.ts'
import type { Db } from '../../platform/database/database.ts'
import { minutes } from '../../platform/database/moments-sql.ts'
import { SYNTHETIC_COUPON } from '../synthetic/synthetic-coupon.ts'

/** SQL: the first number of an alert in the live feed, which follows the order of commits. */
const committed = (alert: 'a' | 'o') =>
  sql`(select min(seq) from alert_events where alert_id = ${sql.ref(`${alert}.id`)})`

/** Reports of one network that are looked at, the newest: bounds what a flood costs the worker. */
const REPORTS = 200
/** Networks of one alert that are looked at, the oldest. */
const NETWORKS = 20

type NetworkRule = Extract<WaitRule, `network_${string}`>
const NETWORK_RULES = ['network_apart', 'network_unplaced', 'network_anywhere'] as const satisfies NetworkRule[]

/** Of a network that reported the alert on a page of ours: its other alerts, by the rule that counts them. */
interface Counted extends Record<NetworkRule, number> {
  rejected: number
  /** A page of another site has pressed. */
  another_site: boolean
  /** No page of ours has pressed. */
  unseen: boolean
}

/**
 * The rule that lets the relatives of an alert wait for a claim, or null. One network within its limits that reports
 * from a page of ours is enough to have them notified. Asked after the commit: presses of one moment do not see each other
 * before. Earlier is what was reported earlier, or committed earlier: of that nothing can be missing by now.
 */
export async function findWaitRule(db: Db, alert_id: number): Promise<WaitRule | null> {
  const inTime = (rule: NetworkRule) => sql`r.created_at > n.at - ${minutes(ALERT_RULES[rule].minutes)}`
  const { rows } = await sql<Counted>`
    with networks as (
      select ip_hash, min(created_at) as at from alert_reports
      where alert_id = ${alert_id} and not added_later and not another_site
      group by ip_hash order by min(created_at) limit ${NETWORKS}
    )
    select n.at is null as unseen, c.*,
      exists (select from alert_reports where alert_id = a.id and another_site) as another_site,
      (select count(*)::int from alerts o where o.coupon_id = a.coupon_id and o.id <> a.id and not o.drill
        and o.status = 'REJECTED' and o.closed_at <= clock_timestamp()
        and o.closed_at > a.timestamp - ${minutes(ALERT_RULES.sticker_rejected.minutes)}) as rejected
    from alerts a left join networks n on true cross join lateral (
      select
        count(distinct o.id) filter (where ${inTime('network_apart')}
          and metres > greatest(${ONE_ACCIDENT_METRES}, coalesce(a.accuracy, 0) + coalesce(o.accuracy, 0)))::int
          as network_apart,
        count(distinct o.id) filter (where ${inTime('network_unplaced')}
          and coalesce(metres, 'infinity') > ${ONE_ACCIDENT_METRES})::int as network_unplaced,
        count(distinct o.id) filter (where ${inTime('network_anywhere')})::int as network_anywhere
      from (
        select alert_id, created_at from alert_reports
        where ip_hash = n.ip_hash and created_at < n.at + interval '5 seconds'
          and created_at > n.at - ${minutes(Math.max(...NETWORK_RULES.map((rule) => ALERT_RULES[rule].minutes)))}
          and alert_id <> a.id and not added_later
        order by created_at desc limit ${REPORTS}
      ) r join alerts o on o.id = r.alert_id and not o.drill and o.coupon_id <> ${SYNTHETIC_COUPON}
          and (r.created_at < n.at or ${committed('o')} < ${committed('a')}),
      lateral (select earth_distance(ll_to_earth(a.latitude, a.longitude), ll_to_earth(o.latitude, o.longitude)) as metres) d
    ) c
    where a.id = ${alert_id} and not a.drill and a.coupon_id <> ${SYNTHETIC_COUPON}
    order by n.at`.execute(db)
  const [first] = rows
  if (!first) return null
  if (first.rejected >= ALERT_RULES.sticker_rejected.limit) return 'sticker_rejected'
  if (first.unseen) return first.another_site ? 'another_site' : null
  const broken = rows.map((row) => NETWORK_RULES.find((rule) => row[rule] >= ALERT_RULES[rule].limit))
  return broken.includes(undefined) ? null : broken[0]!
}
