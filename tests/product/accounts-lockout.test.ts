import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { expect, test } from 'vitest'
import { call, newAddress } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const password_hash = await hashPassword('right-password')

async function createStaff() {
  const { id, phone_number } = await createPerson(world, 'staff')
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  return phone_number
}
const login = (login: string, ip: string, password = 'right-password') =>
  call(world.url, '/api/users/login/', { body: { login, password }, ip })

test('ten wrong passwords of a stranger lock nobody out in another network', async () => {
  const phone = await createStaff()
  const stranger = newAddress()
  for (let n = 0; n < 10; n++) expect((await login(phone, stranger, 'wrong-password')).status).toBe(401)
  expect((await login(phone, stranger)).status).toBe(429)
  expect((await login(phone, newAddress())).status).toBe(200)
})

test('fifty wrong passwords an hour from new networks block new networks, but no known one', async () => {
  const phone = await createStaff()
  const home = newAddress()
  expect((await login(phone, home)).status).toBe(200)
  for (let n = 0; n < 50; n++) expect((await login(phone, newAddress(), 'wrong-password')).status).toBe(401)
  const strange = await login(phone, newAddress())
  expect([strange.status, strange.body]).toEqual([
    429,
    { detail: 'Too many failed logins. Try again in an hour, or log in with a code by SMS.' },
  ])
  expect(Number(strange.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await login(phone, home)).status).toBe(200)
  await world.advanceTime(3_600_000 + 1_000)
  expect((await login(phone, newAddress())).status).toBe(200)
})

test('failures on an unknown login block it alike, so the limit reveals no accounts', async () => {
  const nobody = '9099999999'
  for (let n = 0; n < 50; n++) expect((await login(nobody, newAddress())).status).toBe(401)
  expect((await login(nobody, newAddress())).status).toBe(429)
})

test('a place in use is not spared its own ten failures', async () => {
  const phone = await createStaff()
  const home = newAddress()
  expect((await login(phone, home)).status).toBe(200)
  for (let n = 0; n < 10; n++) expect((await login(phone, home, 'wrong-password')).status).toBe(401)
  expect((await login(phone, home)).status).toBe(429)
})
