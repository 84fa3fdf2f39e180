import { beforeEach, expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { auditOf, callTrpc, registerSubordinate, subordinateFields } from '../harness/chain.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

let admin: Person

// Time goes on from test to test, and sessions end.
beforeEach(async () => {
  admin = await createPerson(world, 'admin', 'Meera')
})

const HOUR = 3_600_000
const OVER = { detail: expect.stringMatching(/another person .* Log in with your phone number and a code/) as unknown }

async function add(role: 'staff' | 'admin' = 'staff', password = 'lantern-81') {
  const phone_number = newPhone()
  const person = { first_name: 'Asha', last_name: 'Rao', email: `${phone_number}@test.example`, phone_number }
  const body = { ...person, password, ...(role === 'admin' ? { confirm_password: password } : {}) }
  const answer = await call(world.url, `/api/users/register/${role}/`, { body, access: admin.access })
  return { id: Number(answer.body.id), phone_number }
}

const login = (phone_number: string, password: string) =>
  call(world.url, '/api/users/login/', { body: { login: phone_number, password } })
const change = (access: unknown, current_password: string, password: string) =>
  callTrpc(world, 'auth.changePassword', { current_password, password }, String(access))
async function own(access: unknown) {
  const { body } = await call(world.url, '/trpc/auth.password', { access: String(access) })
  return (body.result as { data: { set: boolean; expires_at: string | null } }).data
}
async function inList(id: number, role: 'staff' | 'admin' = 'staff'): Promise<string | null> {
  const { body } = await call(world.url, `/api/users/${role}s/`, { access: admin.access })
  const rows = body.results as { id: number; password_expires_at: string | null }[]
  return rows.find((row) => row.id === id)!.password_expires_at
}

test.each(['staff', 'admin'] as const)(
  'an admin’s password for a %s logs in for 72 hours, then says what to do',
  async (role) => {
    const { id, phone_number } = await add(role)
    await world.advanceTime(71 * HOUR)
    expect((await login(phone_number, 'lantern-81')).status).toBe(200)
    expect((await login(phone_number, 'lantern-81')).status).toBe(200)
    await world.advanceTime(HOUR)
    const late = await login(phone_number, 'lantern-81')
    expect([late.status, late.body]).toEqual([401, OVER])
    await until('the rejection is noted', async () => (await auditOf(world, id, 'login.refused')).length === 1)
    expect(await auditOf(world, id, 'login.refused')).toMatchObject([{ detail: { how: 'first_password' } }])
  },
)

test('a person who does not know the password does not learn that it has run out', async () => {
  const { phone_number } = await add()
  await world.advanceTime(73 * HOUR)
  expect((await login(phone_number, 'lantern-82')).body).toEqual({ detail: 'Invalid credentials' })
})

test('a session of a first password goes on once an own password is chosen', async () => {
  const { id, phone_number } = await add()
  const { access } = (await login(phone_number, 'lantern-81')).body
  expect(await own(access)).toEqual({ set: true, expires_at: await inList(id) })
  expect((await change(access, 'lantern-81', 'lantern-81')).rejection).toEqual({
    password: ['This is the password you have already.'],
  })
  expect((await change(access, 'lantern-81', 'mango-river-4')).status).toBe(200)
  expect(await auditOf(world, id, 'password.changed')).toMatchObject([{ actor_id: id, detail: { first: true } }])
  expect([await own(access), await inList(id)]).toEqual([{ set: true, expires_at: null }, null])
  await world.advanceTime(100 * HOUR)
  expect((await login(phone_number, 'mango-river-4')).status).toBe(200)
  expect((await call(world.url, '/api/users/profile/', { access: String(access) })).status).toBe(200)
})

test('a session of a first password ends with it, with its refresh token and consoles', async () => {
  const { phone_number } = await add()
  const { access, refresh } = (await login(phone_number, 'lantern-81')).body
  const profile = () => call(world.url, '/api/users/profile/', { access: String(access) })
  const renew = () => call(world.url, '/api/users/token/refresh/', { body: { refresh } })
  await world.advanceTime(71 * HOUR)
  expect([(await profile()).status, (await renew()).status]).toEqual([200, 200])
  const screen = openScreen(world.url, String(access))
  await isLive(screen)
  await world.advanceTime(HOUR)
  expect([(await profile()).status, (await renew()).status]).toEqual([401, 401])
  const late = openScreen(world.url, String(access))
  await until('a screen is rejected', () => late.error)
  await Promise.all([screen.close(), late.close()])
})

test('a session that a code by SMS opened does not end with the first password', async () => {
  const { phone_number } = await add()
  const otp = await codeBySms(world, 'login', phone_number)
  const { access } = (await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })).body
  await world.advanceTime(73 * HOUR)
  expect((await call(world.url, '/api/users/profile/', { access: String(access) })).status).toBe(200)
})

test('after it has run out a code by SMS logs in, and the own password is chosen then', async () => {
  const { id, phone_number } = await add()
  await world.advanceTime(73 * HOUR)
  const otp = await codeBySms(world, 'login', phone_number)
  const { access } = (await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })).body
  expect((await change(access, 'lantern-81', 'mango-river-4')).status).toBe(200)
  expect((await login(phone_number, 'mango-river-4')).status).toBe(200)
  expect(await inList(id)).toBe(null)
})

test('the password of a sales partner, chosen by the person who registers them, runs out too', async () => {
  const fields = subordinateFields()
  const answer = await registerSubordinate(world, admin, { ...fields, role: 'super_distributor' })
  expect(answer.status).toBe(201)
  expect((await login(fields.phone_number, fields.password)).status).toBe(200)
  await world.advanceTime(73 * HOUR)
  expect((await login(fields.phone_number, fields.password)).body).toEqual(OVER)
})

test('the list of sales partners says until when a first password logs in', async () => {
  const fields = subordinateFields()
  await registerSubordinate(world, admin, { ...fields, role: 'super_distributor' })
  const shown = async () => {
    const address = `/api/sales/super-distributors/?search=${fields.phone_number}`
    const { body } = await call(world.url, address, { access: admin.access })
    return (body.results as { password_expires_at: string | null }[])[0]!.password_expires_at
  }
  const { access } = (await login(fields.phone_number, fields.password)).body
  expect((await own(access)).expires_at).not.toBe(null)
  expect(await shown()).toBe((await own(access)).expires_at)
  await change(access, fields.password, 'mango-river-4')
  expect(await shown()).toBe(null)
})

test('a person added without a password has none that runs out', async () => {
  const { id, phone_number } = await add('staff', '')
  expect(await inList(id)).toBe(null)
  const otp = await codeBySms(world, 'login', phone_number)
  const { access } = (await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })).body
  expect(await own(access)).toEqual({ set: false, expires_at: null })
})
