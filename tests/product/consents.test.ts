import { CURRENT_NOTICE } from '@tvarit/shared/contracts/consents'
import { expect, test } from 'vitest'
import { HEALTH_FIELDS } from '@tvarit/shared/contracts/medical'
import { call } from '../harness/api.ts'
import { auditOf } from '../harness/chain.ts'
import { createSticker, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const PATH = '/api/users/profile/consent/'
const read = async ({ access }: Person) => (await call(world.url, PATH, { access })).body
const change = async ({ access }: Person, event: string) =>
  (await call(world.url, PATH, { access, body: { event } })).body
const profileOf = (id: number) =>
  world.db.selectFrom('subscriber_profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
function health(field = 'medicines', value = 'Insulin'): FormData {
  const form = new FormData()
  form.set(field, value)
  return form
}

test('a registration is the first entry of the history', async () => {
  const { body } = await register(world, registrationFields(await createSticker(world)))
  const own = await signIn(world, body.id as number)
  expect(await read(own)).toMatchObject({
    withdrawn: false,
    news: null,
    history: [{ event: 'given', version: CURRENT_NOTICE.version, how: 'registration' }],
  })
})

test('withdrawal deletes health data at once, and none is kept until a new consent', async () => {
  const { id, sticker } = await createSubscriber(world)
  const own = await signIn(world, id)
  const given = { blood_group: 'O-', allergies: 'Penicillin', date_of_birth: '1980-05-06', sex: 'male' }
  await world.db.updateTable('subscriber_profiles').set(given).where('user_id', '=', id).execute()
  expect(await change(own, 'withdrawn')).toMatchObject({ withdrawn: true, history: [{ event: 'withdrawn' }] })
  expect(await profileOf(id)).toMatchObject({
    ...Object.fromEntries(HEALTH_FIELDS.map((field) => [field, null])),
    spouse_name: 'Meena Kumar',
  })
  expect((await press(world.url, sticker.token)).http).toBe(201)
  const put = () => call(world.url, '/api/users/profile/', { method: 'PUT', body: health(), access: own.access })
  expect((await put()).body).toEqual({
    medicines: ['You have withdrawn your consent. Give it again before health data is kept.'],
  })
  expect((await profileOf(id)).medicines).toBeNull()
  expect((await change(own, 'withdrawn')).history).toHaveLength(1)
  expect(await change(own, 'given')).toMatchObject({ withdrawn: false, history: [{ event: 'given' }, {}] })
  expect((await put()).status).toBe(200)
  expect(await auditOf(world, id, 'consent.withdrawn')).toHaveLength(1)
})

test('who consented to an older notice learns what is new, and accepting is noted', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ consent_version: '2025-01' })
    .where('user_id', '=', id)
    .execute()
  expect(await read(own)).toMatchObject({ version: '2025-01', news: expect.stringContaining('health') })
  expect(await change(own, 'given')).toMatchObject({
    version: CURRENT_NOTICE.version,
    news: null,
    history: [{ how: 'profile' }],
  })
})

test('health data of a kind that the accepted notice lacks needs the new notice first', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  const older = { consent_version: '2026-11' }
  await world.db.updateTable('subscriber_profiles').set(older).where('user_id', '=', id).execute()
  const put = (body: FormData) => call(world.url, '/api/users/profile/', { method: 'PUT', body, access: own.access })
  expect((await put(health())).status).toBe(200)
  for (const [field, value] of [
    ['blood_group', 'AB+'],
    ['allergies', 'Nuts'],
    ['date_of_birth', '1980-05-06'],
    ['sex', 'other'],
  ] as const) {
    const rejected = await put(health(field, value))
    expect([rejected.status, rejected.body]).toEqual([400, { [field]: [expect.stringContaining('new notice')] }])
    expect((await profileOf(id))[field]).toBeNull()
  }
  await change(own, 'given')
  expect((await put(health('blood_group', 'AB+'))).body).toMatchObject({ profile: { blood_group: 'AB+' } })
})
