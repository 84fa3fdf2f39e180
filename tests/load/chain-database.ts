import pg from 'pg'
import type { BenchDatabase } from './bench-database.ts'
import { nowMs } from './statistics.ts'

/** Of one batch. */
const BATCH = 5000
/** Batches that one super distributor holds whole. */
const WHOLE = 5

export interface BenchChain {
  super_distributor: number
  distributor: number
  retailer: number
  whole_batches: number[]
  sizes: Record<string, number>
  filled_seconds: number
  columns_ms: number
}

/**
 * A chain of 20 super distributors with 25 distributors each and all others as their retailers, and its coupons: in each
 * batch a tenth at the top, a tenth in the middle, the rest with retailers, of which three in five are sold over two
 * years. Written by SQL with triggers and unneeded indexes off; the kept counts are summed up at the end.
 */
export async function fillChain(
  { url }: BenchDatabase,
  { coupons, partners }: { coupons: number; partners: number },
): Promise<BenchChain> {
  const begin = nowMs()
  // Filling takes longer than the product lets a statement run.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(`insert into users (first_name, last_name, phone_number, role)
    select 'Bench', 'Subscriber' || n, (7000000000 + n)::text, 'user' from generate_series(1, 200000) n`)
  for (const [role, above, phone, count] of [
    ['super_distributor', null, 62e8, 20],
    ['distributor', 'super_distributor', 63e8, 500],
    ['retailer', 'distributor', 64e8, partners - 520],
  ] as const) {
    await run(
      `with above as materialized (select array_agg(id order by id) as ids from users where role = $2)
       insert into users (first_name, last_name, phone_number, role, parent_id)
       select 'Nandini', 'Hegde' || n, ($3::bigint + n)::text, $1, ids[1 + n % cardinality(ids)]
       from above, generate_series(1, $4::int) n`,
      [role, above, phone, count],
    )
  }
  await run(`insert into distributor_profiles (user_id, firm_name, address, district, state, pin_code, date_of_birth)
    select id, last_name || ' Car Care', 'x', 'x', 'Kerala', '682001', '1980-01-01' from users
    where role in ('super_distributor', 'distributor', 'retailer')`)
  await run(
    `insert into bulk_jobs (count, status, progress, name, created_by)
    select ${BATCH}, 'PRINTED', ${BATCH}, 'Bench ' || n, (select min(id) from users) from generate_series(1, $1::int) n`,
    [coupons / BATCH],
  )
  // Neither counts nor references are checked row by row.
  await run('drop index coupons_search; set session_replication_role = replica')
  await run(
    `with tops as materialized (select array_agg(id order by id) as ids from users where role = 'super_distributor'),
      middles as materialized (select array_agg(id order by id) as ids from users where role = 'distributor'),
      shops as materialized (select array_agg(id order by id) as ids from users where role = 'retailer')
    insert into coupons (serial_number, coupon_code, token, bulk_job_id, holder_id, status, used_at, created_at)
    select 'S' || lpad(x::text, 9, '0'), 'C' || lpad(x::text, 10, '0'), 'bench-' || x, j.id,
      case when j.id <= ${WHOLE} then tops.ids[1]
        when n <= 500 then tops.ids[1 + j.id % cardinality(tops.ids)]
        when n <= 1000 then middles.ids[1 + (j.id + 20 * (n % 5)) % cardinality(middles.ids)]
        else shops.ids[1 + (j.id * 7 + n / 100) % cardinality(shops.ids)] end,
      case when j.id > ${WHOLE} and n > 1000 and n % 5 < 3 then 'USED' else 'AVAILABLE' end,
      case when j.id > ${WHOLE} and n > 1000 and n % 5 < 3 then now() - make_interval(hours => (x % 17520)::int) end,
      now() - interval '3 years'
    from tops, middles, shops, bulk_jobs j, generate_series(1, ${BATCH}) n, lateral (select j.id * ${BATCH} + n as x) k`,
  )
  await run('set session_replication_role = origin')
  await run(`insert into stock_counts select holder_id, bulk_job_id,
      count(*) filter (where status = 'AVAILABLE'), 0, count(*) filter (where status = 'USED') from coupons
    where holder_id is not null group by 1, 2`)
  await run(`insert into sales_counts select holder_id, date_trunc('month', used_at at time zone 'Asia/Kolkata')::date,
      count(*) from coupons where status = 'USED' and holder_id is not null group by 1, 2`)
  await run(`insert into tallies (name, n) select 'coupons.' || status, count(*) from coupons group by status`)
  await run(`insert into stock_moves (request_id, from_id, to_id, bulk_job_id, numbers, count, coupons, moved_by)
    select gen_random_uuid(), null, holder_id, bulk_job_id, '{[1,2)}', count(*),
      int8multirange(int8range(min(id), max(id), '[]')), (select min(id) from users)
    from coupons where holder_id is not null group by holder_id, bulk_job_id`)
  await run('vacuum analyze')
  const columns = nowMs()
  await run(`alter table coupons add column probe_one bigint references users (id),
    add column probe_two bigint references users (id)`)
  const columns_ms = nowMs() - columns
  const { rows } = await run(`select t.id as super_distributor, m.id as distributor, r.id as retailer
    from users t join users m on m.parent_id = t.id join users r on r.parent_id = m.id
    where t.role = 'super_distributor' order by t.id, m.id, r.id limit 1`)
  const sizes =
    await run(`select (select count(*) from coupons) as coupons, (select count(*) from stock_counts) as counts,
    (select count(*) from sales_counts) as months, (select count(*) from stock_moves) as moves`)
  await client.end()
  return {
    ...(rows[0] as Pick<BenchChain, 'super_distributor' | 'distributor' | 'retailer'>),
    whole_batches: Array.from({ length: WHOLE }, (_, n) => n + 1),
    sizes: sizes.rows[0] as Record<string, number>,
    filled_seconds: (nowMs() - begin) / 1000,
    columns_ms,
  }
}
