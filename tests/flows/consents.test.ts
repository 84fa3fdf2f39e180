import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf } from '../harness/chain.ts'
import { createSticker, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { createWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { TRUST_PROXY: '1' } })
})
afterAll(() => world?.stop())

const PATH = '/api/users/profile/consent/'
const read = async ({ access }: Person) => (await call(world.url, PATH, { access })).body
const change = async ({ access }: Person, event: string) =>
  (await call(world.url, PATH, { access, body: { event } })).body
const profileOf = (id: number) =>
  world.db.selectFrom('subscriber_profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
function health(): FormData {
  const form = new FormData()
  form.set('medicines', 'Insulin')
  return form
}

test('a registration is the first entry of the history', async () => {
  const { body } = await register(world, registrationFields(await createSticker(world)))
  const own = await signIn(world, body.id as number)
  expect(await read(own)).toMatchObject({
    withdrawn: false,
    news: null,
    history: [{ event: 'given', version: '2026-11', how: 'registration' }],
  })
})

test('withdrawing deletes health data at once, help goes on, and nothing is kept until consent is given again', async () => {
  const { id, sticker } = await createSubscriber(world)
  const own = await signIn(world, id)
  expect(await change(own, 'withdrawn')).toMatchObject({ withdrawn: true, history: [{ event: 'withdrawn' }] })
  expect(await profileOf(id)).toMatchObject({ health_conditions: null, medicines: null, spouse_name: 'Meena Kumar' })
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

test('who consented to an older notice is told what is new, and accepting is noted', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  await world.db
    .updateTable('subscriber_profiles')
    .set({ consent_version: '2025-01' })
    .where('user_id', '=', id)
    .execute()
  expect(await read(own)).toMatchObject({ version: '2025-01', news: expect.stringContaining('health') })
  expect(await change(own, 'given')).toMatchObject({ version: '2026-11', news: null, history: [{ how: 'profile' }] })
})
