import { afterAll, beforeAll, expect, test } from 'vitest'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createInstallation, type Installation } from './engine.ts'
import { Reports } from './reports.ts'

// Each secret of an installation is changed as the document says, under reports. One installation for all tests.

let tvarit: Installation
let reports: Reports
const figures: string[] = []
beforeAll(async () => {
  tvarit = await createInstallation()
  reports = new Reports(tvarit)
  await tvarit.documented('Start everything')
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  await tvarit.query(
    `insert into coupons (serial_number, coupon_code, token)
     select 'R' || n, 'TURN' || n, 'YYYY' || translate(lpad(n::text, 12, '0'), '0', 'A') from generate_series(1, 9000) n`,
  )
  await reports.findStickers()
})
afterAll(async () => {
  console.log(['', ...figures, ''].join('\n'))
  await tvarit?.remove()
})

/** Does it under reports, each of which must be accepted at once. Returns what the commands print. */
async function changed(heading: string, values: Record<string, string>): Promise<string> {
  let printed = ''
  const { errors, figure } = await reports.during(async () => (printed = await tvarit.documented(heading, values)), 400)
  figures.push(`${heading}: ${figure}`)
  expect(errors).toEqual([])
  return printed
}

async function messagesGoOut(): Promise<void> {
  const [token] = await tvarit.query(
    `select token from coupons c where user_id is not null
     order by (select count(*) from alerts a where a.coupon_id = c.id), id limit 1`,
  )
  const { id } = await press(tvarit.url, token!)
  await until('relatives are notified', async () => {
    const [sent] = await tvarit.query(
      `select count(*) from messages where alert_id = ${id} and template = 'relative_alert' and state in ('sent', 'delivered')`,
    )
    return Number(sent) > 0
  })
  await tvarit.query(`update alerts set status = 'ATTENDED', closed_at = now() where id = ${id}`)
}

const sealed = () =>
  tvarit.query(
    `select encode(pan_number_sealed, 'hex') from distributor_profiles where pan_number_sealed is not null order by user_id`,
  )

test('the password of the database owner: migrations and backups go on with the new one', async () => {
  await changed('The password of the database owner', { NEW: 'another-password-of-the-owner' })
  await tvarit.documented('A backup now')
  await tvarit.compose('up', '--detach', '--wait')
  await tvarit.documented('A backup now')
})

test('a second role of the product takes the place of the first', async () => {
  await changed('The database password of the product', { NEW: 'another-password-of-the-product' })
  expect(await tvarit.query(`select rolname from pg_roles where rolname like 'tvarit_app%'`)).toEqual(['tvarit_app_2'])
  await messagesGoOut()
})

test('the password of Redis: the old one counts until Redis is made anew', async () => {
  const next = 'another-password-of-redis'
  await changed('The password of Redis', { NEW: next })
  const config = tvarit.compose('exec', '-T', 'redis', 'sh', '-c', 'redis-cli config get requirepass')
  await expect(config).resolves.toContain(next)
  await messagesGoOut()
})

test('the key of the bucket: files are stored and backed up with the new one', async () => {
  await changed('The key of the bucket', { NEW: 'another-key-of-the-bucket' })
  await tvarit.documented('A backup now')
  expect(await tvarit.documented('The checks alone')).toMatch(/\d+ of \d+ files are there/)
})

test('SECRET_KEY: sessions go on, and every sealed value is sealed again', async () => {
  const access = await tvarit.login('asha')
  const before = await sealed()
  const values = { NEW: 'another-secret-key-of-this-installation-1', OLD: tvarit.setting('SECRET_KEY') }
  expect(await changed('SECRET_KEY', values)).toContain('Everything is sealed with SECRET_KEY.')
  const after = await sealed()
  expect(before.length).toBeGreaterThan(0)
  expect(after.filter((value) => before.includes(value))).toEqual([])
  const headers = { authorization: `Bearer ${access}` }
  expect((await fetch(`${tvarit.url}/api/qr/alerts/`, { headers })).status).toBe(200)
  await messagesGoOut()
})
