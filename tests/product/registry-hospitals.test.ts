import { expect, test } from 'vitest'
import { auditOf } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { HOSPITALS, LATITUDE, LONGITUDE, PHONE, registryCalls, REQUIRED } from '../harness/registry-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const staff = await createPerson(world, 'staff', 'Asha')
const { send, clinic, addHospital, one } = registryCalls(world, admin, staff)

test('hospitals are added, changed, found and retired', async () => {
  const input = clinic({ name: 'Victoria Hospital', email: ' Desk@Victoria.example ' })
  const answer = await send('POST', HOSPITALS, input)
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      ...input,
      phone: '8026701150',
      email: 'desk@victoria.example',
      language: 'en',
      id: expect.any(Number),
      created_at: expect.any(String),
    },
  ])
  const { id } = answer.body
  const changed = await send('PATCH', one(HOSPITALS, id), { emergency: false, phone: '080 2670 1151' })
  expect(changed.body).toEqual({ ...answer.body, emergency: false, phone: '8026701151' })
  expect((await send('PATCH', one(HOSPITALS, id), { email: '' })).body.email).toBeNull()
  expect((await auditOf(world, Number(id), 'hospital.updated')).map(({ detail }) => detail)).toEqual([
    { fields: ['phone', 'emergency'] },
    { fields: ['email'] },
  ])
  const found = await send('GET', `${HOSPITALS}?search=VICTORIA`, undefined, staff)
  expect((found.body.results as { id: number }[]).map((row) => row.id)).toEqual([id])
  const gone = await send('DELETE', one(HOSPITALS, id))
  expect([gone.status, gone.body]).toEqual([200, { detail: 'Hospital retired successfully' }])
  for (const again of [
    await send('GET', one(HOSPITALS, id)),
    await send('PATCH', one(HOSPITALS, id), { name: 'X' }),
    await send('DELETE', one(HOSPITALS, id)),
  ]) {
    expect([again.status, again.body]).toEqual([404, { detail: 'Hospital not found' }])
  }
  expect((await send('GET', `${HOSPITALS}?search=victoria`)).body.results).toEqual([])
})

test.each([
  [{ name: '' }, { name: [REQUIRED] }],
  [{ address: '@fort road' }, { address: ['This text cannot begin with = + - or @.'] }],
  [{ phone: '112' }, { phone: [PHONE] }],
  [{ email: 'desk' }, { email: ['Enter a valid email address.'] }],
  [{ email: `${'x'.repeat(50)}@a.in` }, { email: ['Enter a valid email address.'] }],
  [
    { latitude: 0, longitude: 0 },
    { latitude: [LATITUDE], longitude: [LONGITUDE] },
  ],
  [{ emergency: 'maybe' }, { emergency: ['Enter yes or no.'] }],
])('a hospital with %j is rejected', async (wrong, body) => {
  const answer = await addHospital(wrong)
  expect([answer.status, answer.body]).toEqual([400, body])
})

test('a hospital of one name and phone number exists once, also added five times at once', async () => {
  const input = clinic({ name: 'Bowring Hospital', phone: '08025591362' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('POST', HOSPITALS, input)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  const again = await send('POST', HOSPITALS, { ...input, name: 'BOWRING hospital' })
  expect([again.status, again.body]).toEqual([
    409,
    { name: ['A hospital with this name and phone number is registered already.'] },
  ])
  expect((await send('POST', HOSPITALS, { ...input, phone: '08025591363' })).status).toBe(201)
})
