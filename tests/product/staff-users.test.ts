import { expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { meetAtInsert } from '../harness/meet-at-insert.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const PATHS = { staff: '/api/users/register/staff/', admin: '/api/users/register/admin/' } as const
type Level = keyof typeof PATHS
const LEVELS = ['staff', 'admin'] as const
const PROCEDURES = { staff: 'users.registerStaff', admin: 'users.registerAdmin' } as const

function fields(level: Level, change: Record<string, unknown> = {}): Record<string, unknown> {
  const phone_number = newPhone()
  return {
    first_name: 'Asha',
    last_name: 'Kulkarni',
    email: `${level}.${phone_number}@test.example`,
    phone_number,
    password: 'lantern-81',
    ...(level === 'admin' ? { confirm_password: 'lantern-81' } : {}),
    ...change,
  }
}
const add = (level: Level, change: Record<string, unknown> = {}, who: Pick<Person, 'access'> = admin) =>
  call(world.url, PATHS[level], { body: fields(level, change), access: who.access })
const people = () => world.db.selectFrom('users').select('id').orderBy('id').execute()

test.each(LEVELS)('an admin adds a %s, who can log in with the password', async (level) => {
  const sent = fields(level)
  const answer = await call(world.url, PATHS[level], { body: sent, access: admin.access })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.any(Number),
    second_factor: false,
    password_expires_at: expect.any(String),
    name: 'Asha Kulkarni',
    email: sent.email,
    phone_number: sent.phone_number,
  })
  const login = await call(world.url, '/api/users/login/', { body: { login: sent.email, password: sent.password } })
  expect([login.status, (login.body.user as { role: string }).role]).toEqual([200, level])
  const id = Number(answer.body.id)
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.role, row.password_hash?.startsWith('$argon2id$')]).toEqual([level, true])
  expect(await auditOf(world, id, `${level}.created`)).toEqual([{ actor_id: admin.id, detail: {} }])
})

test.each([{ password: undefined }, { password: '' }, { password: null }, { password: '', confirm_password: '' }])(
  'a staff member may be added with %j and logs in with a code only',
  async (change) => {
    const sent = fields('staff', change)
    expect((await call(world.url, PATHS.staff, { body: sent, access: admin.access })).status).toBe(201)
    for (const password of ['', 'lantern-81']) {
      const login = await call(world.url, '/api/users/login/', { body: { login: sent.email, password } })
      expect(login.status).not.toBe(200)
    }
    const phone_number = String(sent.phone_number)
    const otp = await codeBySms(world, 'login', phone_number)
    const login = await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })
    expect([login.status, (login.body.user as { role: string }).role]).toEqual([200, 'staff'])
  },
)

test('a last name may be left out', async () => {
  for (const level of LEVELS) expect((await add(level, { last_name: undefined })).body.name).toBe('Asha')
})

const DIFFER = { confirm_password: ['Passwords do not match'] }
const REQUIRED = ['This field is required']
test.each([
  ['staff', { first_name: '' }, { first_name: REQUIRED }],
  ['staff', { phone_number: ' ' }, { phone_number: REQUIRED }],
  ['staff', { email: '' }, { email: REQUIRED }],
  ['staff', { email: undefined }, { email: REQUIRED }],
  ['staff', { password: 'short' }, { password: [expect.any(String)] }],
  ['staff', { confirm_password: 'lantern-82' }, DIFFER],
  ['staff', { password: '', confirm_password: 'lantern-82' }, DIFFER],
  ['staff', { last_name: 'x'.repeat(51) }, { last_name: ['Ensure this field has no more than 50 characters.'] }],
  ['staff', { role: 'admin' }, { role: ['Unknown field.'] }],
  ['admin', { password: undefined }, { password: REQUIRED }],
  ['admin', { confirm_password: undefined }, { confirm_password: REQUIRED }],
  [
    'admin',
    { password: 'short', confirm_password: 'short' },
    { password: ['The password must have at least 8 characters.'] },
  ],
  ['admin', { confirm_password: 'lantern-82' }, DIFFER],
  ['admin', { last_name: 'x'.repeat(21) }, { last_name: ['Ensure this field has no more than 20 characters.'] }],
  ['admin', { first_name: 'x'.repeat(21) }, { first_name: ['Ensure this field has no more than 20 characters.'] }],
  ['admin', { email: `${'x'.repeat(96)}@a.in` }, { email: ['Enter a valid email address.'] }],
  ['admin', { phone_number: '12345' }, { phone_number: ['Mobile number must be 10 digits'] }],
] as const)('a %s with %j is rejected under the field', async (level, change, body) => {
  const before = await people()
  const answer = await add(level, change)
  expect([answer.status, answer.body]).toEqual([400, body])
  expect(await people()).toEqual(before)
})

test.each(LEVELS)('phone and e-mail of an active user are rejected for a %s, both at once', async (level) => {
  const { phone_number } = await createPerson(world, 'retailer')
  const email = `${phone_number}@Test.Example`
  const before = await people()
  const taken = {
    phone_number: ['This number is already registered.'],
    email: ['This e-mail address is already registered.'],
  }
  const both = await add(level, { phone_number, email })
  expect([both.status, both.body]).toEqual([400, taken])
  expect((await add(level, { phone_number })).body).toEqual({ phone_number: taken.phone_number })
  expect((await add(level, { email })).body).toEqual({ email: taken.email })
  const trpc = await callTrpc(world, PROCEDURES[level], fields(level, { phone_number, email }), admin.access)
  expect([trpc.status, trpc.rejection]).toEqual([400, taken])
  expect(await people()).toEqual(before)
})

test('phone and e-mail of a person removed are free again', async () => {
  const sent = fields('staff')
  const first = await call(world.url, PATHS.staff, { body: sent, access: admin.access })
  const removed = await call(world.url, `/api/users/${String(first.body.id)}/delete/`, {
    method: 'DELETE',
    access: admin.access,
  })
  expect(removed.body).toEqual({ detail: 'user Deleted Succussfully' })
  expect((await call(world.url, PATHS.staff, { body: sent, access: admin.access })).status).toBe(201)
})

test('of several additions of one person at the same moment one wins', async () => {
  const sent = fields('staff')
  const answers = await meetAtInsert(
    world,
    Array.from({ length: 5 }, () => () => call(world.url, PATHS.staff, { body: sent, access: admin.access })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  for (const { status, body } of answers) {
    if (status === 400) expect(Object.keys(body).toSorted()).toEqual(['email', 'phone_number'])
  }
})
