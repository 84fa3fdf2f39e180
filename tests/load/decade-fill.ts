import pg from 'pg'
import { type BenchDatabase, createStickers } from './product.ts'

const EVENTS = 20
const MESSAGES = 4
const AUDIT = 10
/** Alerts of one statement. */
const PIECE = 20_000
/** Days after which retention empties rows and removes entries of the audit log, and one more: that one is due. */
const KEPT = 181
const KEPT_AUDIT = 401

/** The time of alert `n` of `alerts`: evenly, the last one yesterday. */
const at = (alerts: number, days: number) =>
  `(now() - interval '1 day' - interval '${days} days' * ((${alerts} - n)::float8 / ${alerts}))`

interface Size {
  alerts: number
  days: number
  subscribers: number
}

/**
 * Fills a database with closed alerts as the product leaves them: for each alert one report, 20 events, four messages to
 * relatives, one dispatch and, of the last 400 days, ten entries of the audit log. What is older than 180 days is as
 * retention leaves it.
 */
export async function fillYears(bench: BenchDatabase, { alerts, days, subscribers }: Size): Promise<void> {
  // In parts, as each ends with an analyze: plans made for empty tables would read whole ones.
  for (let made = 0; made < subscribers; made += 100_000)
    await createStickers(bench, Math.min(100_000, subscribers - made))
  // Rows are right by the way they are made: keys need not be looked up one by one, and the log is not waited for.
  for (const setting of [
    'database bench set session_replication_role = replica',
    'database bench set synchronous_commit = off',
    'system set autovacuum = off',
    `system set max_wal_size = '8GB'`,
    `system set shared_buffers = '1GB'`,
    `system set maintenance_work_mem = '512MB'`,
  ])
    await bench.pool.query(`alter ${setting}`)
  await bench.restart(0)
  // Without the limits of the product's pools.
  const pool = new pg.Pool({ connectionString: bench.url, max: 2 })
  // Its clients may still be ending when the database is started again.
  pool.on('error', () => {})
  await pool.query(`create unlogged table people as
    select row_number() over (order by id) - 1 as place, id as coupon_id, user_id from coupons where user_id is not null`)
  await pool.query(`create unique index on people (place)`)
  await pool.query('analyze people')
  const first_audit = Math.max(1, Math.ceil(alerts * (1 - KEPT_AUDIT / days)))
  const pieces = Array.from({ length: Math.ceil(alerts / PIECE) }, (_, piece) => piece * PIECE + 1)
  const fill = async () => {
    for (let from = pieces.shift(); from !== undefined; from = pieces.shift()) {
      const to = Math.min(alerts, from + PIECE - 1)
      for (const statement of statements({ alerts, days, subscribers }, from, to, first_audit))
        await pool.query(statement)
    }
  }
  await Promise.all([fill(), fill()])
  for (const table of ['alerts', 'alert_events', 'messages', 'dispatches', 'audit_log']) {
    await pool.query(`select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 1) from ${table}))`, [
      table,
    ])
  }
  // Made of no hashes: nothing here checks them.
  await pool.query(`insert into audit_seals (first_id, last_id, entries, newest_at, previous, hash)
    select min(id), max(id), count(*), max(at), '', '' from audit_log group by (id - 1) / 1000`)
  await pool.query(`update live_counter set n = (select max(seq) from alert_events)`)
  await pool.query('drop table people')
  await pool.query('alter database bench reset all')
  await pool.query('alter system reset autovacuum')
  await pool.query('vacuum (freeze, analyze)')
  await pool.end()
  await bench.restart(0)
}

function statements({ alerts, days, subscribers }: Size, from: number, to: number, first_audit: number) {
  const numbers = `generate_series(${from}, ${to}) n`
  const young = `(at > now() - interval '${KEPT} days')`
  const made = `(select n, at, ${young} as young, p.* from (select n, ${at(alerts, days)} as at from ${numbers}) made
    join people p on p.place = (n::bigint * 7919) % ${subscribers}) s`
  return [
    `insert into alerts (id, coupon_id, user_id, status, timestamp, latitude, longitude, accuracy, first_respondent_phone,
       status_token, attending_staff_id, closed_at, relatives_told_at, version, waiting_since, first_claimed_at, last_act_at)
     overriding system value
     select n, coupon_id, user_id, case when n % 20 = 0 then 'REJECTED' else 'ATTENDED' end, at,
       case when young then 8 + random() * 25 end, case when young then 70 + random() * 20 end, case when young then 12 end,
       case when young then (7000000000 + n)::text end, 'decade-' || n, null, at + interval '40 minutes',
       at + interval '5 seconds', ${EVENTS}, at, at + random() * interval '1 minute', at + interval '40 minutes'
     from ${made} order by n`,
    `insert into alert_reports (scan_id, alert_id, coupon_id, device_id, ip_hash, latitude, longitude, accuracy, pressed_at,
       created_at, language)
     select gen_random_uuid(), n, coupon_id, case when young then gen_random_uuid() end,
       case when young then sha256(n::text::bytea) end, case when young then 12.9 end, case when young then 77.6 end,
       case when young then 12 end, at, at, 'hi' from ${made} order by n`,
    `insert into alert_events (id, seq, alert_id, kind, detail, at) overriding system value
     select (n - 1)::bigint * ${EVENTS} + k, (n - 1)::bigint * ${EVENTS} + k, n, (array['raised', 'claimed', 'message',
         'message', 'message', 'message', 'message', 'message', 'message', 'message', 'called', 'dispatched',
         'dispatch_state', 'dispatch_state', 'dispatch_state', 'dispatch_state', 'dispatch_state', 'told', 'handover',
         'attended'])[k],
       case when k between 3 and 10 then jsonb_strip_nulls(jsonb_build_object('recipient', case when young then 'Meena' end,
           'state', 'delivered', 'provider', 'twilio'))
         when k = 11 then jsonb_strip_nulls(jsonb_build_object('person', case when young then 'relative:9000000000' end,
           'outcome', 'NO_ANSWER'))
         when k between 12 and 17 then '{"state": "EN_ROUTE", "vehicle_number": "KA01AB1234"}' else '{}' end,
       at + k * interval '20 seconds'
     from (select n, at, ${young} as young from (select n, ${at(alerts, days)} as at from ${numbers}) made) s,
       generate_series(1, ${EVENTS}) k order by n, k`,
    `insert into messages (id, channel, to_phone, template, alert_id, user_id, recipient_name, recipient_relation,
       dedupe_key, state, attempts, next_attempt_at, expires_at, provider, provider_id, created_at, sent_at, delivered_at,
       language, parts, cost_paise)
     overriding system value
     select (n - 1)::bigint * ${MESSAGES} + k, 'sms', case when young then (9000000000 + k)::text else 'erased' end,
       'relative_alert', n, user_id, case when young then 'Meena' end, 'Spouse',
       case when young then 'relative:' || n || ':' || k else 'erased-' || ((n - 1)::bigint * ${MESSAGES} + k) end,
       'delivered', 1, at, at + interval '2 minutes', 'twilio', 'SM' || md5(n || ':' || k), at + interval '5 seconds',
       at + interval '6 seconds', at + interval '9 seconds', 'hi', 1, 18
     from ${made}, generate_series(1, ${MESSAGES}) k order by n, k`,
    `insert into dispatches (alert_id, outside_provider, state, assigned_at, at_scene_at, done_at, note)
     select n, '108', 'DONE', at + interval '2 minutes', at + interval '20 minutes', at + interval '40 minutes',
       case when young then 'Gate 2' end from ${made} order by n`,
    // Its numbers rise with the time, as the product's do: the list of a day relies on it.
    `insert into audit_log (id, at, actor_id, action, subject, subject_id, detail, ip) overriding system value
     select (n - ${first_audit})::bigint * ${AUDIT} + k, at + k * interval '30 seconds', case when k > 1 then user_id end,
       (array['alert.raised', 'alert.claimed', 'alert.place_chosen', 'health.viewed', 'dispatch.assigned',
         'alert.linked', 'alert.linked', 'health.viewed', 'handover.sent', 'alert.attended'])[k],
       case when k in (4, 8) then 'user' else 'alert' end, case when k in (4, 8) then user_id else n end, '{}',
       '198.51.100.7'
     from ${made}, generate_series(1, ${AUDIT}) k where n >= ${first_audit} order by n, k`,
  ]
}
