import pg from 'pg'
import { seedDatabase } from '../../scripts/seed-database.ts'
import type { BenchDatabase } from './product.ts'

/** Sizes of the lists that are not seeded, and where their phone numbers begin. */
const CHAIN = [
  { role: 'staff', above: null, count: 60, phones: 61e8 },
  { role: 'super_distributor', above: null, count: 40, phones: 62e8 },
  { role: 'distributor', above: 'super_distributor', count: 800, phones: 63e8 },
  { role: 'retailer', above: 'distributor', count: 8_000, phones: 64e8 },
]

/**
 * Some of what the filters look for: one plan in eight is Gold, one registration in thirty was typed in the office, one in
 * seven came from a partner's stock.
 */
const OTHERS = [
  `insert into distributor_profiles (user_id, firm_name, address, district, state, pin_code, date_of_birth)
   select id, last_name || ' Car Care', 'x', 'x', 'Kerala', '682001', '1980-01-01' from users
   where role in ('super_distributor', 'distributor', 'retailer')`,
  `insert into creator_coupons (name, coupon_code, social_media_name, start_date, end_date)
   select 'Creator ' || n, 'CREA-' || n, 'creator' || n, '2026-01-01', '2026-12-31' from generate_series(1, 500) n`,
  `insert into alerts (coupon_id, user_id, status, status_token, closed_at, relatives_told_at)
   select c.id, c.user_id, case when row_number() over () > 20000 - 25 then 'PENDING' else 'ATTENDED' end,
     'bench-' || c.id, now(), now() from (select * from coupons where user_id is not null limit 20000) c`,
  `update subscriptions set plan = 'GOLD' where id % 8 = 0`,
  `update subscriber_profiles set registered_by = (select min(id) from users where role = 'staff') where user_id % 30 = 0`,
  `update subscriber_profiles set seller_id = (select min(id) from users where role = 'retailer') where user_id % 7 = 0`,
  `update coupons set voided_at = now(), void_reason = 'Lost' where id % 1000 = 0`,
  'vacuum analyze',
]

/** Seeds the database and fills the other lists, unless an earlier run has. */
export async function fillLists(bench: BenchDatabase, size: { subscribers: number; coupons: number }): Promise<void> {
  if ((await bench.pool.query('select from coupons limit 1')).rowCount) return
  console.log(`Seeding ${size.subscribers} subscribers and ${size.coupons} coupons ...`)
  const client = new pg.Client({ connectionString: bench.url })
  await client.connect()
  try {
    await seedDatabase(client, { ...size, seed: 1, say: () => {} })
    for (const { role, above, count, phones } of CHAIN) {
      await client.query(
        `with above as materialized (select array_agg(id) as ids from users where role = $3)
         insert into users (first_name, last_name, email, phone_number, role, parent_id)
         select 'Nandini', 'Hegde' || n, $1 || n || '@firm.example', ($2::bigint + n)::text, $1,
           ids[1 + n % cardinality(ids)] from above, generate_series(1, $4::int) n on conflict do nothing`,
        [role, phones, above, count],
      )
    }
    for (const statement of OTHERS) await client.query(statement)
  } finally {
    await client.end()
  }
}

export type Terms = Record<'5 letters or more' | '3 and 4 letters', string[]>

/** What staff type: names common and rare, whole names, pieces of phone numbers, e-mail, serial numbers and codes. */
export async function subscriberTerms({ pool }: BenchDatabase): Promise<Terms> {
  const { rows } = await pool.query<Record<'name' | 'email' | 'phone' | 'serial' | 'code', string>>(
    `select first_name || ' ' || last_name as name, email, phone_number as phone, c.serial_number as serial,
       c.coupon_code as code
     from users u join coupons c on c.user_id = u.id
     where u.email is not null order by hashtextextended(u.phone_number, 3) limit 6`,
  )
  const names =
    'kumar,sharma,banerjee,lepcha,zachariah,priya kumar,kumar priya,kumar gujarat,lepcha sikkim,gujarat,gurung,nosuchname'
  const pieces = rows.map(({ name, email, phone, serial, code }) => ({
    long: [name, email.slice(0, 12), phone, phone.slice(2, 8), serial, serial.slice(0, 5), code.slice(3, 9)],
    short: [phone.slice(-4), phone.slice(3, 6), serial.slice(1, 5)],
  }))
  return {
    '5 letters or more': [...names.split(','), ...pieces.flatMap(({ long }) => long)],
    '3 and 4 letters': [...'ram,zac,rao,xqz,lep,sing,gmai'.split(','), ...pieces.flatMap(({ short }) => short)],
  }
}

export async function couponTerms({ pool }: BenchDatabase): Promise<Terms> {
  const { rows } = await pool.query<{ serial: string; code: string }>(
    `select serial_number as serial, coupon_code as code from coupons order by hashtextextended(serial_number, 3) limit 8`,
  )
  return {
    '5 letters or more': rows.flatMap(({ serial, code }) => [serial, code, serial.slice(0, 5), code.slice(2, 8)]),
    '3 and 4 letters': rows.flatMap(({ serial, code }) => [serial.slice(2, 6), code.slice(5, 9), code.slice(1, 4)]),
  }
}
