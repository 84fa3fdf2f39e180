import { expect, test } from 'vitest'
import { call, codeBySms, wrongCode } from '../harness/api.ts'
import { auditOf, callTrpc, filesKept, photo } from '../harness/chain.ts'
import { createPerson, createSticker, type Person } from '../harness/people.ts'
import { registrationFields, registrationForm, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const staff = await createPerson(world, 'staff', 'Asha')

const PATH = '/api/users/register/subscriber/inside/'

/** The form with the code from the customer's SMS. */
async function typed(change: Record<string, string> = {}) {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  return { ...fields, otp, ...change }
}
const send = async (who: Pick<Person, 'access'>, fields: Record<string, string>, picture?: Blob) =>
  call(world.url, PATH, { body: registrationForm(fields, picture), access: who.access })

test.each(['staff', 'admin'] as const)(
  'a %s registers a customer with the code from their phone, audited with the partner',
  async (role) => {
    const who = role === 'staff' ? staff : admin
    const fields = await typed()
    const answer = await send(who, fields, await photo())
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ phone_number: fields.phone_number, role: 'user' })
    const id = Number(answer.body.id)
    expect(await auditOf(world, id, 'subscriber.registered')).toMatchObject([{ actor_id: who.id }])
    const profile = await world.db
      .selectFrom('subscriber_profiles')
      .select(['photo', 'address'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(profile).toEqual({ address: fields.address, photo: expect.stringMatching(/^photos\//) })
  },
)

test('the same form works as the browser sends it', async () => {
  const fields = await typed()
  const answer = await callTrpc(world, 'subscribers.registerInside', registrationForm(fields), staff.access)
  expect([answer.status, answer.data?.phone_number]).toEqual([200, fields.phone_number])
  expect(await auditOf(world, Number(answer.data?.id), 'subscriber.registered')).toMatchObject([{ actor_id: staff.id }])
})

test('a self-registration is audited as such, also with another user’s session on the device', async () => {
  const fields = await typed()
  const body = registrationForm(fields)
  const answer = await call(world.url, '/api/users/register/subscriber/', { body, access: staff.access })
  expect(answer.status).toBe(201)
  const id = Number(answer.body.id)
  expect(await auditOf(world, id, 'subscriber.registered')).toMatchObject([{ actor_id: id }])
})

test("without the customer's code nobody is registered", async () => {
  const fields = await typed()
  const [before, files] = [await written(world), filesKept(world)]
  const wrong = await send(staff, { ...fields, otp: wrongCode(fields.otp) }, await photo())
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['otp']])
  const { otp: _otp, ...without } = fields
  expect(Object.keys((await send(staff, without)).body)).toEqual(['otp'])
  expect([await written(world), filesKept(world)]).toEqual([before, files])
})

test('a taken number, a used sticker and a wrong coupon code are rejected under their fields', async () => {
  const first = await typed()
  expect((await send(staff, first)).status).toBe(201)
  const second = await typed({ serial_number: first.serial_number, email: first.email, coupon_code: 'NOPE-123' })
  const [before, files] = [await written(world), filesKept(world)]
  const answer = await send(staff, second, await photo())
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      serial_number: ['This serial number is already registered.'],
      email: ['This e-mail address is already registered.'],
      coupon_code: ['This coupon code is not valid.'],
    },
  ])
  expect([await written(world), filesKept(world)]).toEqual([before, files])
})
