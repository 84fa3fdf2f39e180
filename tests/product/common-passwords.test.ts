import { isCommonPassword } from '@tvarit/shared/contracts/is-common-password'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, newPhone } from '../harness/people.ts'
import { PRODUCTION } from '../harness/production-settings.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test.each([
  'password',
  'Password1',
  'P@ssw0rd',
  'passw0rd!',
  'Tvarit2026',
  'tvarit@123',
  'ambulance1',
  'welcome123',
  'admin@123',
  'qwerty123',
  '12345678',
  '87654321',
  'aaaaaaaa',
  'abcabcabc',
  'testtest',
  '01011990',
  '19900101',
  'Krishna108',
  'iloveyou',
  'asdfghjkl',
  '1qaz2wsx',
  'India@123',
  'Sachin10!',
])('%s is too common for a new password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'right-password',
  'lantern-81',
  'blue tram 7',
  'Xk9#vv2Lq',
  'mango-river-4',
  'passthesalt7',
  '90210-elm-st',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('a common or leaked password is a field error for staff, admins and the first admin', async () => {
  const admin = await createPerson(world, 'admin')
  const phone_number = newPhone()
  const person = { first_name: 'Meena', last_name: 'Das', phone_number, email: `${phone_number}@test.example` }
  for (const path of ['staff', 'admin']) {
    const domainErrorOf = async (password: string) => {
      const body = { ...person, password, confirm_password: password }
      const answer = await call(world.url, `/api/users/register/${path}/`, { body, access: admin.access })
      return [answer.status, answer.body]
    }
    expect(await domainErrorOf('Password1')).toEqual([400, { password: [TEXTS.password_common] }])
    expect(await domainErrorOf('Nokia6300')).toEqual([400, { password: [TEXTS.password_leaked] }])
  }
  expect(() => readConfig({ ...PRODUCTION, ADMIN_PASSWORD: 'Tvarit2026' })).toThrow('ADMIN_PASSWORD')
  expect(() => readConfig({ ...PRODUCTION, ADMIN_PASSWORD: 'Starwars' })).toThrow('ADMIN_PASSWORD')
  expect(readConfig({ ...PRODUCTION, ADMIN_PASSWORD: 'lantern-81' }).ADMIN_PASSWORD).toBe('lantern-81')
})
