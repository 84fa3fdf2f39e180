import type { BenchDatabase } from './bench-database.ts'
import { nowMs } from './statistics.ts'

export interface Terms {
  /** Five letters or more. */
  long: string[]
  /** Three and four letters. */
  short: string[]
}

/** What staff type: names common and rare, whole names, pieces of phone numbers, e-mail, serial numbers and codes. */
export async function subscriberTerms({ pool }: BenchDatabase): Promise<Terms> {
  const { rows } = await pool.query<Record<'name' | 'email' | 'phone' | 'serial' | 'code', string>>(
    `select first_name || ' ' || last_name as name, email, phone_number as phone, c.serial_number as serial,
       c.coupon_code as code
     from users u join coupons c on c.user_id = u.id
     where u.email is not null order by hashtextextended(u.phone_number, 3) limit 6`,
  )
  const names = [
    'kumar',
    'sharma',
    'banerjee',
    'lepcha',
    'zachariah',
    'priya kumar',
    'kumar priya',
    'kumar gujarat',
    'lepcha sikkim',
    'gujarat',
    'gurung',
    'nosuchname',
  ]
  const common = ['ram', 'zac', 'rao', 'xqz', 'lep', 'sing', 'gmai']
  const pieces = rows.map(({ name, email, phone, serial, code }) => ({
    long: [name, email.slice(0, 12), phone, phone.slice(2, 8), serial, serial.slice(0, 5), code.slice(3, 9)],
    short: [phone.slice(-4), phone.slice(3, 6), serial.slice(1, 5)],
  }))
  return {
    long: names.concat(pieces.flatMap(({ long }) => long)),
    short: common.concat(pieces.flatMap(({ short }) => short)),
  }
}

export async function couponTerms({ pool }: BenchDatabase): Promise<Terms> {
  const { rows } = await pool.query<{ serial: string; code: string }>(
    `select serial_number as serial, coupon_code as code from coupons where id % 999983 = 7 limit 8`,
  )
  return {
    long: rows.flatMap(({ serial, code }) => [serial, code, serial.slice(0, 5), code.slice(2, 8)]),
    short: rows.flatMap(({ serial, code }) => [serial.slice(2, 6), code.slice(5, 9), code.slice(1, 4)]),
  }
}

const SUBSCRIBERS = `select u.id from users u join subscriber_profiles p on p.user_id = u.id
  left join coupons c on c.user_id = u.id
  where u.deleted_at is null and u.role = 'user'
    and (u.search like $1 or c.serial_number like upper($1) or c.coupon_code like upper($1))
  order by p.start_date desc, u.id desc limit 10`
const COUPONS = `select id from coupons
  where serial_number like upper($1) or coupon_code like upper($1) order by id desc limit 10`

/** Milliseconds of the same search over the same fields without any index, with PostgreSQL's usual parallel workers. */
export const scanSubscribers = (bench: BenchDatabase, term: string) => scan(bench, SUBSCRIBERS, term)
export const scanCoupons = (bench: BenchDatabase, term: string) => scan(bench, COUPONS, term)

async function scan({ pool }: BenchDatabase, query: string, term: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off;
      set max_parallel_workers_per_gather = 2;
      set statement_timeout = 0`)
    const begin = nowMs()
    await client.query(query, [`%${term.toLowerCase()}%`])
    return nowMs() - begin
  } finally {
    await client.query('reset all')
    client.release()
  }
}
