import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { unsealFactorSecret } from '@tvarit/shared/domain/people/second-factor/factor-secret'
import { base32 } from '@tvarit/shared/domain/people/second-factor/totp'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { appCode, nextPeriod } from '../harness/authenticator.ts'
import { createPerson } from '../harness/people.ts'
import { PASSWORD, secondFactorCalls } from '../harness/second-factor.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1', ADMIN_TOTP: 'required' } })
const { createLogin, login, challengeOf, createEnrolled, trpc, second, signedIn, audited } = secondFactorCalls(world)

test('staff set up an app after proving who they are, which ends their other sessions', async () => {
  const staff = await createLogin('staff')
  const elsewhere = String((await login(staff)).body.access)
  expect(await trpc('begin', staff.access, { proof: '' })).toMatchObject({
    status: 400,
    rejection: { proof: ['Enter your password.'] },
  })
  expect(await trpc('begin', staff.access, { proof: 'wrong' })).toMatchObject({
    status: 400,
    rejection: { proof: ['This password is wrong.'] },
  })
  const { secret } = await trpc('begin', staff.access, { proof: PASSWORD })
  const { recovery_codes } = await trpc('confirm', staff.access, { code: await appCode(world, secret) })
  expect(recovery_codes).toHaveLength(10)
  expect([await signedIn(staff.access), await signedIn(elsewhere)]).toEqual([true, false])
  expect(await login(staff)).toMatchObject({ body: { second_factor: 'code' } })
})

test('moving to another phone, new recovery codes and turning off ask for a code, each code once', async () => {
  const { person, secret, recovery_codes } = await createEnrolled('staff')
  for (const name of ['begin', 'renewRecoveryCodes', 'turnOff']) {
    expect(await trpc(name, person.access, { proof: PASSWORD })).toMatchObject({ status: 400 })
  }
  const code = await appCode(world, secret)
  const renewed = await trpc('renewRecoveryCodes', person.access, { proof: code })
  expect(await trpc('turnOff', person.access, { proof: code })).toMatchObject({ status: 400 })
  expect(await trpc('turnOff', person.access, { proof: recovery_codes[0]! })).toMatchObject({ status: 400 })
  const moved = await trpc('begin', person.access, { proof: renewed.recovery_codes[0]! })
  expect((await second(await challengeOf(person), await appCode(world, secret, 1))).status).toBe(200)
  await trpc('confirm', person.access, { code: await appCode(world, moved.secret) })
  await nextPeriod(world)
  expect((await second(await challengeOf(person), await appCode(world, secret))).status).toBe(400)
  expect((await second(await challengeOf(person), await appCode(world, moved.secret))).status).toBe(200)
  await nextPeriod(world)
  await trpc('turnOff', person.access, { proof: await appCode(world, moved.secret) })
  expect((await login(person)).body).toMatchObject({ user: { id: person.id } })
})

test('an admin who needs the app cannot turn it off', async () => {
  const { person, secret } = await createEnrolled()
  const rejected = await trpc('turnOff', person.access, { proof: await appCode(world, secret) })
  expect(rejected).toMatchObject({ status: 409 })
})

test('another admin resets a lost app, once and audited, never the own', async () => {
  const admin = await createEnrolled()
  const lost = await createEnrolled()
  const reset = (id: number, access = admin.person.access) =>
    call(world.url, `/api/users/${id}/second-factor/reset/`, { method: 'POST', body: {}, access })
  expect((await reset(admin.person.id)).status).toBe(409)
  expect((await reset((await createPerson(world, 'user')).id)).status).toBe(404)
  expect((await reset(lost.person.id, (await createPerson(world, 'staff')).access)).status).toBe(403)
  const half_done = await challengeOf(lost.person)
  expect((await reset(lost.person.id)).status).toBe(200)
  expect((await reset(lost.person.id)).status).toBe(409)
  expect(await signedIn(lost.person.access)).toBe(false)
  expect((await second(half_done, await appCode(world, lost.secret))).status).toBe(401)
  expect(await audited('second_factor.reset', lost.person.id)).toMatchObject([{ actor_id: admin.person.id }])
  expect((await login(lost.person)).body).toMatchObject({ second_factor: 'enrol' })
})

test('the secret is kept sealed, for its person alone', async () => {
  const { person, secret } = await createEnrolled()
  const row = await world.db
    .selectFrom('second_factors')
    .select('secret_sealed')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(base32(unsealFactorSecret(world.config, person.id, row.secret_sealed!))).toBe(secret)
  expect(() => unsealFactorSecret(world.config, person.id + 1, row.secret_sealed!)).toThrow()
})

test('a person who has the server’s shell resets the app of the last admin', async () => {
  const { person } = await createEnrolled()
  const script = path.join(import.meta.dirname, '../../scripts/reset-second-factor.ts')
  const run = (login: string) =>
    promisify(execFile)(process.execPath, [script, login], { env: { ...process.env, ...world.environment } })
  await expect(run('nobody@test.example')).rejects.toMatchObject({ code: 1, stderr: 'User not found\n' })
  await run(`${person.phone_number}@test.example`)
  expect(await signedIn(person.access)).toBe(false)
  expect((await login(person)).body).toMatchObject({ second_factor: 'enrol' })
})
