import type { World } from './world.ts'

/** Twelve thousand older subscribers, so that neither the newest rows nor a count hold everybody. */
export async function addCrowd(world: World): Promise<void> {
  await world.pool.query(`
    with person as (
      insert into users (first_name, last_name, email, phone_number, role)
      select case when n <= 40 then 'Qutub' else 'Crowd' end, 'Member' || n, n || '@crowd.example', (7000000000 + n)::text, 'user'
      from generate_series(1, 12000) n returning id, phone_number
    )
    insert into subscriber_profiles (user_id, address, state, pin_code, start_date, ending_date, consent_version, consented_at)
    select id, 'x', 'Kerala', '682001', date '2020-01-01' + (phone_number::bigint % 300)::int, '2021-12-31', '2026-11', now()
    from person`)
  const alphabet = '123456789ABCDEFGHJKMNPQRSTVWXYZ'
  await world.pool.query(
    `insert into coupons (serial_number, coupon_code, token)
     select 'S' || substr(code, 1, 9), substr(code, 10, 11), 'T' || n from (
       select n, (select string_agg(substr($1, 1 + (hashtextextended(n || '-' || k, 7) & 1023)::int % 31, 1), '')
         from generate_series(1, 20) k) as code
       from generate_series(1, 12000) n) made`,
    [alphabet],
  )
}
