import { ROLES } from '@tvarit/shared/contracts/roles'
import { beforeEach, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc, filesKept, photo } from '../harness/chain.ts'
import { createPerson, createSubscriber, signIn, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

let own: { id: number; access: string }

beforeEach(async () => {
  own = await signIn(world, (await createSubscriber(world)).id)
})

type Fields = Record<string, string | Blob>
function form(fields: Fields): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'me.jpg')
  }
  return body
}
const update = (who: Pick<Person, 'access'>, fields: Fields, where: number | 'profile' = 'profile') =>
  call(world.url, `/api/users/${where}/`, { method: 'PUT', body: form(fields), access: who.access })
const row = (id: number) =>
  world.db.selectFrom('subscriber_profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
const changes = (id: number) => auditOf(world, id, 'profile.updated')

test('a subscriber changes their own profile and gets the whole record back', async () => {
  const fields = {
    address: ' 5 New Street ',
    state: 'Kerala',
    pin_code: '682001',
    spouse_name: 'Anita',
    spouse_mobile: '+91 98123 45670',
    friend4_name: 'Zoya',
    friend4_mobile: '9812345671',
    blood_group: 'A-',
    allergies: 'Latex',
    date_of_birth: '1975-01-31',
    sex: 'male',
    health_conditions: 'Asthma',
    medicines: 'Salbutamol',
  }
  const answer = await update(own, fields)
  expect(answer.status).toBe(200)
  const expected = { ...fields, address: '5 New Street', spouse_mobile: '9812345670' }
  expect(answer.body).toMatchObject({ id: own.id, role: 'user', profile: expected, qrcode: { status: 'USED' } })
  expect(await row(own.id)).toMatchObject(expected)
})

test('what is left out stays, what is sent empty is cleared', async () => {
  const before = await row(own.id)
  const answer = await update(own, { medicines: '', spouse_mobile: '', friend1_name: 'Ravi' })
  expect(answer.status).toBe(200)
  const { updated_at: _moved, ...after } = await row(own.id)
  const { updated_at: _old, ...kept } = before
  expect(after).toEqual({ ...kept, medicines: null, spouse_mobile: null, friend1_name: 'Ravi' })
})

test('the same through tRPC and as JSON, where null clears', async () => {
  const before = await row(own.id)
  const trpc = await callTrpc(world, 'users.updateProfile', form({ friend1_name: 'Ravi' }), own.access)
  expect([trpc.status, trpc.data?.profile]).toEqual([200, expect.objectContaining({ friend1_name: 'Ravi' })])
  const json = await call(world.url, '/api/users/profile/', {
    method: 'PUT',
    body: { friend1_name: null, medicines: null },
    access: own.access,
  })
  expect(json.status).toBe(200)
  const after = await row(own.id)
  expect([after.friend1_name, after.medicines, after.address, after.spouse_name]).toEqual([
    null,
    null,
    before.address,
    before.spouse_name,
  ])
})

test('two people who change different fields at the same moment both succeed', async () => {
  const fields = ['spouse_name', 'relative_name', 'friend1_name', 'friend2_name', 'friend3_name', 'friend4_name']
  const answers = await Promise.all(
    fields.map((field, index) =>
      index % 2 ? update(own, { [field]: `New ${field}` }) : update(admin, { [field]: `New ${field}` }, own.id),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
  expect(await row(own.id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, `New ${field}`])))
})

test('the audit names the fields that changed and who changed them, never their values', async () => {
  const { address } = await row(own.id)
  await update(own, { address, health_conditions: 'SECRET-NEW', medicines: 'SECRET-PILL' })
  await update(admin, { pin_code: '560099' }, own.id)
  await update(own, { pin_code: '560099' })
  expect(await changes(own.id)).toEqual([
    { actor_id: own.id, detail: { fields: ['health_conditions', 'medicines'] } },
    { actor_id: admin.id, detail: { fields: ['pin_code'] } },
  ])
  const { rows } = await world.pool.query<{ text: string }>('select to_jsonb(a)::text as text from audit_log a')
  expect(rows.some(({ text }) => text.includes('SECRET'))).toBe(false)
  const views = await auditOf(world, own.id, 'health.viewed')
  expect(views).toEqual([{ actor_id: admin.id, detail: {} }])
})

test('a whole profile can be sent back: its dates are ignored', async () => {
  const { start_date, ending_date } = await row(own.id)
  const answer = await update(own, { address: 'X', start_date: '2001-01-01', ending_date: '2099-01-01' })
  expect(answer.status).toBe(200)
  expect(await row(own.id)).toMatchObject({ start_date, ending_date, address: 'X' })
})

test.each([
  [{ first_name: 'Else' }, 'first_name', 'Unknown field.'],
  [{ email: 'else@test.example' }, 'email', 'Unknown field.'],
  [{ show_first_name: 'perhaps' }, 'show_first_name', expect.any(String) as string],
  [{ phone_number: '9812345670' }, 'phone_number', 'Unknown field.'],
  [{ role: 'admin' }, 'role', 'Unknown field.'],
  [{ plan: 'GOLD' }, 'plan', 'Unknown field.'],
  [{ address: '' }, 'address', 'This field is required'],
  [{ address: 'x'.repeat(151) }, 'address', 'Ensure this field has no more than 150 characters.'],
  [{ state: 'Atlantis' }, 'state', 'Choose a state from the list.'],
  [{ pin_code: '5600' }, 'pin_code', 'PIN code must be 6 digits'],
  [{ spouse_mobile: '12345' }, 'spouse_mobile', 'Mobile number must be 10 digits'],
  [{ friend1_name: 'x'.repeat(21) }, 'friend1_name', 'Ensure this field has no more than 20 characters.'],
  [{ health_conditions: 'x'.repeat(201) }, 'health_conditions', 'Ensure this field has no more than 200 characters.'],
])('%j is rejected and nothing is changed', async (wrong, field, text) => {
  const before = await row(own.id)
  const files = filesKept(world)
  const answer = await update(own, { medicines: 'New', ...wrong, photo: await photo() })
  expect([answer.status, answer.body]).toEqual([400, { [field]: [text] }])
  expect([await row(own.id), filesKept(world)]).toEqual([before, files])
})

test('a subscriber changes nobody else: for them the others do not exist', async () => {
  const other = await createSubscriber(world)
  const before = await row(other.id)
  const files = filesKept(world)
  for (const id of [other.id, admin.id, 999_999_999]) {
    const answer = await update(own, { address: 'Mine', photo: await photo() }, id)
    expect([answer.status, answer.body]).toEqual([404, { detail: 'User not found' }])
    const trpc = await callTrpc(world, 'users.update', form({ id: String(id), address: 'Mine' }), own.access)
    expect(trpc.status).toBe(404)
  }
  expect([await row(other.id), filesKept(world)]).toEqual([before, files])
  expect((await update(own, { address: 'Mine' }, own.id)).status).toBe(200)
})

test('the id in the address counts, whatever the form says', async () => {
  const other = await createSubscriber(world)
  const answer = await update(own, { id: String(own.id), address: 'Mine' }, other.id)
  expect(answer.status).toBe(404)
  expect((await update(own, { id: String(other.id), address: 'Mine' })).status).toBe(400)
})

test('an admin changes any subscriber, and only living subscribers', async () => {
  expect((await update(admin, { address: 'By an admin' }, own.id)).status).toBe(200)
  const gone = await createSubscriber(world)
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const retailer = await createPerson(world, 'retailer')
  for (const id of [gone.id, retailer.id, admin.id]) {
    expect([id, (await update(admin, { address: 'X' }, id)).status]).toEqual([id, 404])
  }
})

test.each(ROLES.filter((role) => !['admin', 'user'].includes(role)))('a %s changes no profile', async (role) => {
  const person = await createPerson(world, role)
  for (const where of ['profile', own.id, person.id] as const) {
    expect((await update(person, { address: 'X' }, where)).status).toBe(403)
  }
  expect((await update({ access: 'nobody' }, { address: 'X' })).status).toBe(401)
})

test('a subscriber decides whether the sticker tells their first name', async () => {
  const answer = await update(own, { show_first_name: 'true' })
  expect([answer.status, answer.body.profile]).toMatchObject([200, { show_first_name: true }])
  expect(await changes(own.id)).toMatchObject([{ detail: { fields: ['show_first_name'] } }])
})
