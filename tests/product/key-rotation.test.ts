import { execFile } from 'node:child_process'
import { createCipheriv, randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { REVEALED_FIELDS } from '@tvarit/shared/contracts/chain'
import { identityContext } from '@tvarit/shared/domain/sales/chain/identity'
import { rotateKeys } from '@tvarit/shared/domain/operations/keys/rotate-keys'
import { SEALED_COLUMNS } from '@tvarit/shared/domain/operations/keys/sealed-columns'
import { openParams, sealParams } from '@tvarit/shared/domain/messages/message-params'
import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { keyFor, seal, unseal } from '@tvarit/shared/platform/secrets'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { appCode, createEnrolled, nextPeriod } from '../harness/authenticator.ts'
import { createChainMember } from '../harness/chain.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const OLD = { SECRET_KEY: 'test-secret-key-test-secret-key-0123', SECRET_KEYS_BEFORE: [] }
const SECRET_KEY = 'the-next-secret-key-the-next-secret-key'
const BOTH = { SECRET_KEY, SECRET_KEYS_BEFORE: [OLD.SECRET_KEY] }
const NEW = { SECRET_KEY, SECRET_KEYS_BEFORE: [] }

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const under = (keys: typeof BOTH) => ({ ...world.ctx(), config: { ...world.config, ...keys } })

/** The layout of values from before keys had names. */
function sealVersion1(context: string, plain: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(OLD.SECRET_KEY, 'seal'), nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body])
}

const waitingMessages = (count: number) =>
  world.db
    .insertInto('messages')
    .values(
      Array.from({ length: count }, (_, index) => ({
        to_phone: '9000000000',
        template: 'otp',
        state: 'failed' as const,
        params_sealed: sealParams(world.config, '9000000000', { code: String(index).padStart(6, '0') }),
        dedupe_key: `rotation-${newPhone()}`,
        next_attempt_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .execute()

async function runScript(keys: typeof BOTH): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    ...world.environment,
    SECRET_KEY: keys.SECRET_KEY,
    SECRET_KEYS_BEFORE: keys.SECRET_KEYS_BEFORE.join(','),
  }
  const script = path.join(import.meta.dirname, '../../scripts/rotate-keys.ts')
  return promisify(execFile)(process.execPath, [script], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

test('every sealed column of the database is sealed again by a rotation', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\_sealed' order by name`.execute(world.db)
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name),
  )
})

test('a sealed value names its key, opens under keys before, and under no other key or context', () => {
  const old = seal(OLD, 'row:1', 'text')
  expect(unseal(BOTH, 'row:1', old)).toBe('text')
  expect(unseal(BOTH, 'row:1', sealVersion1('row:1', 'text'))).toBe('text')
  expect(() => unseal(NEW, 'row:1', old)).toThrow('neither SECRET_KEY nor in SECRET_KEYS_BEFORE')
  expect(() => unseal(NEW, 'row:1', sealVersion1('row:1', 'text'))).toThrow()
  expect(() => unseal(BOTH, 'row:2', old)).toThrow()
  for (let at = 0; at < old.length; at++) {
    const changed = Buffer.from(old)
    changed[at]! ^= 1
    expect(() => unseal(BOTH, 'row:1', changed)).toThrow()
  }
})

test('key rotation keeps old data readable, removes the old key and logs out no one', async () => {
  const admin = await createPerson(world, 'admin')
  const asleep = await createPerson(world, 'staff')
  const member = await createChainMember(world, 'retailer')
  const first = REVEALED_FIELDS[0]
  await world.db
    .updateTable('distributor_profiles')
    .set({ [`${first}_sealed`]: sealVersion1(identityContext(member.id, first), member.numbers[first]) })
    .where('user_id', '=', member.id)
    .execute()
  const enrolled = await createEnrolled(world)
  await nextPeriod(world)
  const someone = await createPerson(world, 'staff')
  const otp = await codeBySms(world, 'login', someone.phone_number)
  await world.ctx().storage.put('photos/kept.jpg', Buffer.from('photo'), 'image/jpeg')
  const file = world.ctx().storage.signedPath('photos/kept.jpg', 300)

  const between = await world.anotherServer(BOTH)
  const reveal = (url: string, who: Pick<Person, 'access'>) =>
    Promise.all(
      REVEALED_FIELDS.map(async (field) => {
        const body = { field, reason: 'A call from the bank' }
        const path = `/api/sales/hierarchy-users/${member.id}/reveal/`
        return [field, (await call(url, path, { body, access: who.access })).body.value]
      }),
    )
  const numbers = REVEALED_FIELDS.map((field) => [field, member.numbers[field]])
  const appLogin = async (url: string) => {
    const { challenge } = await openChallenge(world.db, enrolled.id, 'password', 'code')
    const body = { challenge, code: await appCode(world, enrolled.secret) }
    const { status } = await call(url, '/api/users/login/second-factor/', { body })
    await nextPeriod(world)
    return status
  }
  expect(await reveal(between.url, admin)).toEqual(numbers)
  expect(await appLogin(between.url)).toBe(200)
  const login = await call(between.url, '/api/users/login/otp-verify/', {
    body: { phone_number: someone.phone_number, otp },
  })
  expect(login.status).toBe(200)
  expect((await call(between.url, file)).status).toBe(200)
  const renewed = await call(between.url, '/api/users/token/refresh/', { body: { refresh: admin.refresh } })
  expect(renewed.status).toBe(200)

  expect(await runScript(BOTH)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Everything is sealed with SECRET_KEY.'),
  })
  const after = await world.anotherServer(NEW)
  expect(await reveal(after.url, { access: String(renewed.body.access) })).toEqual(numbers)
  expect(await appLogin(after.url)).toBe(200)
  expect((await call(after.url, file)).status).toBe(404)
  const refresh = (refresh: unknown) => call(after.url, '/api/users/token/refresh/', { body: { refresh } })
  expect((await refresh(renewed.body.refresh)).status).toBe(200)
  expect((await refresh(asleep.refresh)).status).toBe(401)
  expect((await call(after.url, '/api/users/profile/', { access: admin.access })).status).toBe(401)
})

test('a rotation that was killed goes on where it was, and a second one has nothing to do', async () => {
  await waitingMessages(1200)
  const killed = rotateKeys({
    ctx: under(BOTH),
    report: ({ table, done }) => {
      if (table === 'messages' && done === 500) throw new Error('killed')
    },
  })
  await expect(killed).rejects.toThrow('killed')
  const rest = await rotateKeys({ ctx: under(BOTH), report: () => {} })
  expect(rest.at(-1)).toMatchObject({ table: 'messages', failed: [] })
  expect(rest.at(-1)!.done).toBeLessThanOrEqual(700)
  const again = await rotateKeys({ ctx: under(BOTH), report: () => {} })
  expect(again.map(({ done }) => done)).toEqual(SEALED_COLUMNS.map(() => 0))
  const rows = await world.db
    .selectFrom('messages')
    .select(['to_phone', 'params', 'params_sealed'])
    .where('dedupe_key', 'like', 'rotation-%')
    .execute()
  const opened = rows.map(({ to_phone, ...row }) => openParams(under(NEW).config, { to: to_phone!, ...row }))
  expect(new Set(opened.map((params) => (params as { code: string }).code)).size).toBe(1200)
})

test('a value that no key opens is named, stays as it is, and does not stop the others', async () => {
  const stranger = { SECRET_KEY: 'a-key-that-someone-lost-long-ago-01', SECRET_KEYS_BEFORE: [] }
  const member = await createChainMember(world, 'retailer')
  const lost = seal(stranger, identityContext(member.id, 'pan_number'), 'AAPFU0939F')
  await world.db
    .updateTable('distributor_profiles')
    .set({ pan_number_sealed: lost })
    .where('user_id', '=', member.id)
    .execute()
  const { code, output } = await runScript(BOTH)
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(`distributor_profiles.pan_number_sealed: no key opens 1 values, ids ${member.id}`),
  ])
  const row = await world.db
    .selectFrom('distributor_profiles')
    .selectAll()
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(row.pan_number_sealed!.equals(lost)).toBe(true)
  expect(unseal(NEW, identityContext(member.id, 'gst_number'), row.gst_number_sealed!)).toBe(member.numbers.gst_number)
})
