import { isSerialNumber } from '@tvarit/shared/contracts/codes'
import { ensureFirstAdmin } from '@tvarit/shared/domain/people/staff/ensure-first-admin'
import { ensureDemoData } from '@tvarit/shared/domain/operations/demo/demo-data'
import { afterEach, expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { press } from '../harness/press.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
afterEach(() => world.stop())

const FIRST_ADMIN = {
  ADMIN_EMAIL: 'Chief@Tvarit.example',
  ADMIN_PASSWORD: 'first-password',
  ADMIN_PHONE: '9811111111',
}
const users = () => world.db.selectFrom('users').selectAll().orderBy('id').execute()

test('the first admin is made once, by however many processes, and can log in, also after months', async () => {
  world = await createWorld({ worker: false, settings: { TRUST_PROXY: '1', ...FIRST_ADMIN } })
  await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdmin({ ctx: world.ctx() })))
  await ensureFirstAdmin({ ctx: world.ctx() })
  expect((await users()).map(({ email, phone_number, role }) => ({ email, phone_number, role }))).toEqual([
    { email: 'chief@tvarit.example', phone_number: '9811111111', role: 'admin' },
  ])
  const body = { login: 'chief@tvarit.example', password: 'first-password' }
  await world.advanceTime(90 * 86_400_000)
  expect((await call(world.url, '/api/users/login/', { body })).status).toBe(200)
})

test('an existing admin keeps the password, and another person’s number makes no admin', async () => {
  world = await createWorld({ server: false, worker: false, settings: FIRST_ADMIN })
  await ensureFirstAdmin({ ctx: world.ctx() })
  const [before] = await users()
  const changed = { ...world.ctx(), config: { ...world.config, ADMIN_PASSWORD: 'another-password' } }
  await ensureFirstAdmin({ ctx: changed })
  expect(await users()).toEqual([before])
  await world.db.updateTable('users').set({ role: 'staff' }).execute()
  await ensureFirstAdmin({ ctx: changed })
  expect(await users()).toHaveLength(1)
})

test('a removed first admin does not come back, but another e-mail and number make another', async () => {
  world = await createWorld({ server: false, worker: false, settings: FIRST_ADMIN })
  await ensureFirstAdmin({ ctx: world.ctx() })
  await world.db.updateTable('users').set({ deleted_at: new Date() }).execute()
  const removed = await users()
  const start = (settings: Partial<typeof FIRST_ADMIN>) =>
    ensureFirstAdmin({ ctx: { ...world.ctx(), config: { ...world.config, ...settings } } })
  await start({})
  await start({ ADMIN_EMAIL: 'Other@Tvarit.example' })
  await start({ ADMIN_PHONE: '9822222222' })
  expect(await users()).toEqual(removed)
  await start({ ADMIN_EMAIL: 'Other@Tvarit.example', ADMIN_PHONE: '9822222222' })
  expect((await users()).map(({ email, deleted_at }) => [email, deleted_at === null])).toEqual([
    ['chief@tvarit.example', false],
    ['other@tvarit.example', true],
  ])
})

test('with only some of the settings, or none, no admin is made', async () => {
  world = await createWorld({ server: false, worker: false, settings: { ADMIN_EMAIL: 'chief@tvarit.example' } })
  await ensureFirstAdmin({ ctx: world.ctx() })
  await ensureFirstAdmin({ ctx: { ...world.ctx(), config: { ...world.config, ADMIN_EMAIL: undefined } } })
  expect(await users()).toEqual([])
})

test('every demo login works, every demo sticker raises an alert', async () => {
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
  const logins = await ensureDemoData({ ctx: world.ctx() })
  expect(logins.map(({ role }) => role)).toEqual([
    'admin',
    'staff',
    'staff',
    'user',
    'user',
    'user',
    'super_distributor',
    'distributor',
    'retailer',
  ])
  for (const { role, login, password, scan_url } of logins) {
    const answer = password
      ? await call(world.url, '/api/users/login/', { body: { login, password } })
      : await call(world.url, '/api/users/login/otp-verify/', {
          body: { phone_number: login, otp: await codeBySms(world, 'login', login) },
        })
    expect([login, answer.status]).toEqual([login, 200])
    expect(answer.body.user).toMatchObject({ role })
    if (role !== 'user') continue
    const raised = await press(world.url, scan_url!.split('/').at(-1)!)
    expect(raised.http).toBe(201)
  }
})

test('demo data has an expired plan, an opt-in, a chain, free stickers and ambulances', async () => {
  world = await createWorld({ server: false, worker: false })
  await ensureDemoData({ ctx: world.ctx() })
  const { rows } = await world.pool.query<Record<string, number>>(`select
    (select count(*) from coupons where status = 'USED') as used,
    (select count(*) from coupons where status = 'AVAILABLE') as free,
    (select count(*) from subscriber_profiles where ending_date < (now() at time zone 'Asia/Kolkata')::date) as expired,
    (select count(*) from subscriber_profiles where show_first_name) as opted_in,
    (select count(*) from subscriber_profiles where health_conditions is null or spouse_mobile is null) as incomplete,
    (select count(*) from users r join users d on d.id = r.parent_id join users s on s.id = d.parent_id
      where r.role = 'retailer' and d.role = 'distributor' and s.role = 'super_distributor') as chains,
    (select count(*) from ambulances) as ambulances, (select count(*) from hospitals) as hospitals`)
  expect(rows[0]).toEqual({
    used: 3,
    free: 57,
    expired: 1,
    opted_in: 1,
    incomplete: 0,
    chains: 1,
    ambulances: 8,
    hospitals: 5,
  })
  const coupons = await world.db.selectFrom('coupons').select('serial_number').execute()
  for (const { serial_number } of coupons) expect(isSerialNumber(serial_number)).toBe(true)
})

test('demo data is made once, also by several processes, and what was changed by hand stays', async () => {
  world = await createWorld({ server: false, worker: false, settings: FIRST_ADMIN })
  await ensureFirstAdmin({ ctx: world.ctx() })
  const lists = await Promise.all(Array.from({ length: 4 }, () => ensureDemoData({ ctx: world.ctx() })))
  expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1)
  await world.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('email', '=', 'vikram@tvarit.example')
    .execute()
  const after = await ensureDemoData({ ctx: world.ctx() })
  expect(after).toHaveLength(lists[0]!.length - 1)
  expect(await users()).toHaveLength(lists[0]!.length + 1)
})

test('demo data comes up beside a first admin who has the demo admin’s number', async () => {
  world = await createWorld({ server: false, worker: false, settings: { ...FIRST_ADMIN, ADMIN_PHONE: '9000000001' } })
  await ensureFirstAdmin({ ctx: world.ctx() })
  const logins = await ensureDemoData({ ctx: world.ctx() })
  const admins = (await users()).filter((user) => user.role === 'admin')
  expect(admins.map((user) => user.email)).toEqual(['chief@tvarit.example'])
  // Its password is not the demo's, so it is not printed as if it were.
  expect(logins.some((login) => login.role === 'admin')).toBe(false)
})
