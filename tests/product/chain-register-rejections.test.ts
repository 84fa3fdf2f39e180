import { TEXTS } from '@tvarit/shared/contracts/texts'
import { expect, test } from 'vitest'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import {
  callTrpc,
  createChain,
  createChainMember,
  registerSubordinate,
  subordinateFields,
  subordinateForm,
  writtenInChain,
} from '../harness/chain.ts'
import { meetAtInsert } from '../harness/meet-at-insert.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const chain = await createChain(world)

/** Sends the form over REST and over tRPC: both are rejected alike and nothing is written. */
async function rejected(by: Pick<Person, 'access'>, fields: Record<string, string>, status: number, body: unknown) {
  const before = await writtenInChain(world)
  const rest = await registerSubordinate(world, by, fields)
  expect([rest.status, rest.body]).toEqual([status, body])
  const trpc = await callTrpc(world, 'chain.register', await subordinateForm(fields), by.access)
  expect([trpc.status, trpc.rejection]).toEqual([status, body])
  expect(await writtenInChain(world)).toEqual(before)
}

const FORBIDDEN = { detail: 'You do not have permission to do this.' }

test.each([
  ['super_distributor', 'super_distributor'],
  ['super_distributor', 'retailer'],
  ['distributor', 'super_distributor'],
  ['distributor', 'distributor'],
] as const)('a %s who asks for a %s is rejected', async (level, role) => {
  await rejected(chain[level], { ...subordinateFields(), role }, 403, FORBIDDEN)
})

test('nobody but an admin puts a new member below another person', async () => {
  const other = await createChain(world)
  await rejected(
    chain.super_distributor,
    { ...subordinateFields(), parent_id: String(other.super_distributor.id) },
    403,
    FORBIDDEN,
  )
  await rejected(
    chain.distributor,
    { ...subordinateFields(), role: 'retailer', parent_id: String(other.distributor.id) },
    403,
    FORBIDDEN,
  )
})

test('an admin who registers a lower level names the parent', async () => {
  for (const role of ['distributor', 'retailer']) {
    const body = { parent_id: ['Choose who this person belongs to.'] }
    await rejected(admin, { ...subordinateFields(), role }, 400, body)
  }
})

test('a parent of another level, without a place in the chain, removed or unknown is rejected', async () => {
  const gone = await createChainMember(world, 'super_distributor')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const subscriber = await createPerson(world, 'user')
  const wrong = {
    distributor: [chain.distributor.id, chain.retailer.id, gone.id, subscriber.id, admin.id, 999_999_999],
    retailer: [chain.super_distributor.id, chain.retailer.id],
    super_distributor: [chain.super_distributor.id],
  }
  for (const [role, parents] of Object.entries(wrong)) {
    for (const parent of parents) {
      const fields = { ...subordinateFields(), role, parent_id: String(parent) }
      await rejected(admin, fields, 400, { parent_id: ['This person cannot be the parent of the new member.'] })
    }
  }
})

test('all eighteen fields and four files are required', async () => {
  const before = await writtenInChain(world)
  const names = [...Object.keys(subordinateFields()), 'photo', 'aadhar_upload', 'pan_upload', 'gstin_upload']
  expect(names).toHaveLength(22)
  const nothing = { photo: null, aadhar_upload: null, pan_upload: null, gstin_upload: null }
  const required = Object.fromEntries(names.map((name) => [name, ['This field is required']]))
  const answer = await registerSubordinate(world, admin, {}, nothing)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject(required)
  expect(Object.keys(answer.body).toSorted()).toEqual(names.toSorted())
  const blank = Object.fromEntries(Object.keys(subordinateFields()).map((name) => [name, '  ']))
  const spaces = await registerSubordinate(world, admin, blank, nothing)
  expect(Object.keys(spaces.body).toSorted()).toEqual(names.toSorted())
  expect(await writtenInChain(world)).toEqual(before)
})

test.each([
  [{ phone_number: '98765' }, { phone_number: ['Mobile number must be 10 digits'] }],
  [{ phone_number: '98765432101' }, { phone_number: ['Mobile number must be 10 digits'] }],
  [{ aadhar_number: '23412341234' }, { aadhar_number: ['Aadhar number must be 12 digits'] }],
  [{ aadhar_number: '23412341234A' }, { aadhar_number: ['Aadhar number must be 12 digits'] }],
  [{ pin_code: '5600' }, { pin_code: ['PIN code must be 6 digits'] }],
  [{ email: 'nobody' }, { email: ['Enter a valid email address.'] }],
  [{ password: 'short' }, { password: ['The password must have at least 8 characters.'] }],
  [{ password: 'Nokia6300' }, { password: [TEXTS.password_leaked] }],
  [{ password: 'correct-horse-battery' }, { password: ['The password must have at most 20 characters.'] }],
  [{ state: 'Atlantis' }, { state: ['Choose a state from the list.'] }],
  [{ date_of_birth: '2199-01-01' }, { date_of_birth: ['The date of birth must be in the past.'] }],
  [{ date_of_birth: '1990-02-30' }, { date_of_birth: ['Enter a valid date (YYYY-MM-DD).'] }],
  [{ first_name: 'x'.repeat(21) }, { first_name: ['Ensure this field has no more than 20 characters.'] }],
  [{ surprise: 'x' }, { surprise: ['Unknown field.'] }],
])('%j is rejected under its field and nothing is written', async (change, body) => {
  await rejected(admin, { ...subordinateFields(), ...change }, 400, body)
})

test('today is not yet a date of birth in the past', async () => {
  const today = indianDay(new Date())
  const body = { date_of_birth: ['The date of birth must be in the past.'] }
  await rejected(admin, { ...subordinateFields(), date_of_birth: today }, 400, body)
})

test('phone and e-mail of an active user are field errors, across roles and letter case', async () => {
  const { phone_number } = await createPerson(world, 'user')
  const email = `${phone_number}@TEST.example`
  const taken = {
    phone_number: ['This number is already registered.'],
    email: ['This e-mail address is already registered.'],
  }
  await rejected(admin, { ...subordinateFields(), phone_number, email }, 400, taken)
  await rejected(admin, { ...subordinateFields(), phone_number }, 400, { phone_number: taken.phone_number })
  await rejected(admin, { ...subordinateFields(), email }, 400, { email: taken.email })
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('phone_number', '=', phone_number).execute()
  expect((await registerSubordinate(world, admin, { ...subordinateFields(), phone_number, email })).status).toBe(201)
})

test('of concurrent registrations of one phone number one wins, with one set of files', async () => {
  const before = await writtenInChain(world)
  const phone_number = newPhone()
  const answers = await meetAtInsert(
    world,
    Array.from({ length: 6 }, () => () => registerSubordinate(world, admin, subordinateFields(phone_number))),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, 400, 400, 400, 400, 400])
  for (const { status, body } of answers) {
    if (status === 400) {
      expect(body).toEqual({
        phone_number: ['This number is already registered.'],
        email: ['This e-mail address is already registered.'],
      })
    }
  }
  const after = await writtenInChain(world)
  expect(Number(after.users)).toBe(Number(before.users) + 1)
  expect(after.files).toBe(before.files! + 4)
})

test('when the database gives up in the middle neither rows nor files stay', async () => {
  const before = await writtenInChain(world)
  await world.pool.query(`alter table distributor_profiles add constraint no_one check (firm_name <> 'Reject Me')`)
  try {
    const fields = { ...subordinateFields(), firm_name: 'Reject Me' }
    const answer = await registerSubordinate(world, admin, fields)
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Something went wrong. Please try again.' }])
  } finally {
    await world.pool.query('alter table distributor_profiles drop constraint no_one')
  }
  expect(await writtenInChain(world)).toEqual(before)
})
