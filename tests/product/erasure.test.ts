import { randomUUID } from 'node:crypto'
import { removeListedFiles } from '@tvarit/shared/domain/records/files/remove-listed-files'
import { eraseAgain, listErasures } from '@tvarit/shared/domain/operations/data-rights/erasure-list'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeAlert } from '../harness/alert-calls.ts'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call, codeBySms, readSms, wrongCode } from '../harness/api.ts'
import { auditOf, createChain, filesKept, IDENTITY, registerSubordinate, subordinateFields } from '../harness/chain.ts'
import { post, rowsWith, userRow, waitedEnough, watchErasure } from '../harness/data-rights.ts'
import { createPerson, createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const asha = await createPerson(world, 'staff', 'Asha')

test('a wrong code or word erases nothing, a code is used once, and nobody erases others', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  await post(world, '/api/users/profile/erase/request-otp/', own)
  const otp = await readSms(world, own.phone_number)
  expect((await post(world, '/api/users/profile/erase/', own, { confirmation: 'erase', otp })).body).toEqual({
    confirmation: ['Type ERASE in capital letters to confirm.'],
  })
  expect(
    (await post(world, '/api/users/profile/erase/', own, { confirmation: 'ERASE', otp: wrongCode(otp) })).body,
  ).toEqual({
    otp: ['Invalid OTP'],
  })
  await waitedEnough(world, own)
  const login = await codeBySms(world, 'login', own.phone_number)
  expect((await post(world, '/api/users/profile/erase/', own, { confirmation: 'ERASE', otp: login })).status).toBe(400)
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  for (const who of [own, asha])
    expect((await post(world, `/api/users/${admin.id}/erase/`, who, body)).status).toBe(403)
  expect((await post(world, `/api/users/${asha.id}/erase/`, admin, body)).status).toBe(404)
  expect((await userRow(world, id)).first_name).toBe('Ravi')
  expect((await post(world, '/api/users/profile/erase/', own, { confirmation: 'ERASE', otp })).status).toBe(200)
  expect((await post(world, `/api/users/${id}/erase/`, admin, body)).status).toBe(404)
})

test('of two erasures at once one happens, and no report is about an erased person', async () => {
  const subscriber = await createSubscriber(world)
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  const [pressed, ...erasures] = await Promise.all([
    press(world.url, subscriber.sticker.token),
    post(world, `/api/users/${subscriber.id}/erase/`, admin, body),
    post(world, `/api/users/${subscriber.id}/erase/`, admin, body),
  ])
  expect(pressed.http).toBe(201)
  const erased = erasures.filter(({ status }) => status === 200).length
  const alert = await world.db.selectFrom('alerts').selectAll().where('id', '=', pressed.id).executeTakeFirstOrThrow()
  expect([erased, alert.user_id]).toEqual(erased === 1 ? [1, null] : [0, subscriber.id])
})

test.each([
  ['an ambulance of ours under way keeps the person', 'ours', 409],
  ['an outside provider, who never reports an end, keeps nobody, and its note goes', 'outside', 200],
] as const)('after the alert is closed %s', async (_what, whose, status) => {
  const { id: alert_id, subscriber } = await raisedAlert(world)
  const order =
    whose === 'ours'
      ? { ambulance_id: (await createAmbulance(world)).id }
      : { outside_provider: '108', note: 'By phone' }
  expect((await assign(world, asha, alert_id, order)).status).toBe(201)
  await closeAlert(world, asha, alert_id, 'ATTENDED')
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  expect((await post(world, `/api/users/${subscriber.id}/erase/`, admin, body)).status).toBe(status)
  const { note } = await world.db
    .selectFrom('dispatches')
    .select('note')
    .where('alert_id', '=', alert_id)
    .executeTakeFirstOrThrow()
  expect(note).toBeNull()
})

test('an admin erases a chain member with numbers and documents, unless people are below', async () => {
  const { distributor, super_distributor } = await createChain(world)
  const erasure = await watchErasure(world, 'partner')
  const phone_number = newPhone()
  const made = await registerSubordinate(world, distributor, {
    ...subordinateFields(phone_number),
    first_name: 'Thirumalai',
    firm_name: 'Thirumalai Motors',
  })
  expect(made.status).toBe(201)
  const id = made.body.id as number
  const profile = await world.db
    .selectFrom('distributor_profiles')
    .select(['photo', 'aadhar_upload', 'pan_upload', 'gstin_upload'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const files = Object.values(profile)
  const note = 'Thirumalai fetches them'
  await sql`insert into stock_moves (request_id, to_id, count, coupons, note, moved_by)
    values (gen_random_uuid(), ${id}, 1, '{[1,2)}', ${note}, ${admin.id})`.execute(world.db)
  expect(filesKept(world)).toEqual(expect.arrayContaining(files))
  const body = { confirmation: 'ERASE', reason: `Thirumalai asked, ${phone_number}` }
  const above = await post(world, `/api/users/${super_distributor.id}/erase/`, admin, body)
  expect(above.status).toBe(409)
  // What the registration above leaves empty.
  const own = await signIn(world, id)
  await codeBySms(world, 'login', phone_number)
  const from = { ip: '203.0.113.78', user_agent: 'Thirumalai' }
  await world.db.updateTable('sessions').set(from).where('user_id', '=', own.id).execute()
  const bank = { bank_name: 'Bank of Thirumalai', alternate_mobile_number: newPhone() }
  await world.db.updateTable('distributor_profiles').set(bank).where('user_id', '=', id).execute()
  await erasure.filled()
  expect((await post(world, `/api/users/${id}/erase/`, admin, body)).status).toBe(200)
  expect(await erasure.left()).toEqual([])
  expect(await rowsWith(world, ['Thirumalai', phone_number, IDENTITY.aadhar_number.slice(-4) + '"'])).toEqual([])
  expect(await auditOf(world, id, 'person.erased')).toMatchObject([{ detail: { reason: '*** asked, ***' } }])
  await until('the four files are removed', () => !filesKept(world).some((file) => files.includes(file)))
})

test('a file that cannot be removed is tried again later', async () => {
  await world.worker!.stop()
  world.worker = null
  await world.db
    .insertInto('file_removals')
    .values({ key: `photos/${randomUUID()}.jpg` })
    .execute()
  const ctx = world.ctx()
  const broken = { ...ctx, storage: { ...ctx.storage, remove: () => Promise.reject(new Error('away')) } }
  expect(await removeListedFiles({ ctx: broken })).toBe(0)
  expect(await world.db.selectFrom('file_removals').select('tries').execute()).toEqual([{ tries: 1 }])
  expect(await removeListedFiles({ ctx })).toBe(0)
  await world.advanceTime(3_600_000)
  expect(await removeListedFiles({ ctx })).toBe(1)
  expect(await world.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
})

test('who comes back with a restored backup is erased again, and nobody who only has the same id', async () => {
  const [ravi, other] = [await createSubscriber(world), await createSubscriber(world)]
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  for (const { id } of [ravi, other]) await post(world, `/api/users/${id}/erase/`, admin, body)
  const forgetErasures = () => world.db.deleteFrom('erasures').where('user_id', 'in', [ravi.id, other.id]).execute()
  await listErasures({ ctx: world.ctx() })
  // As in a backup from before; the other id was given to a person who registered after it.
  await forgetErasures()
  for (const { id, phone_number } of [ravi, other]) {
    await world.db
      .updateTable('users')
      .set({ first_name: 'Ravi', phone_number, deleted_at: null })
      .where('id', '=', id)
      .execute()
  }
  await sql`update users set created_at = created_at + interval '1 second' where id = ${other.id}`.execute(world.db)
  const ctx = { ...world.ctx(), db: world.db }
  expect(await eraseAgain({ ctx })).toBe(1)
  expect((await userRow(world, ravi.id)).first_name).toBe('Erased')
  expect((await userRow(world, other.id)).first_name).toBe('Ravi')
  expect(await eraseAgain({ ctx })).toBe(0)
  // The list has this person twice now: the next restore must not stumble over it.
  await listErasures({ ctx: world.ctx() })
  await forgetErasures()
  await world.db.updateTable('users').set({ first_name: 'Ravi', deleted_at: null }).where('id', '=', ravi.id).execute()
  expect(await eraseAgain({ ctx })).toBe(1)
})

test('the role of the product cannot make it forget the timeline of a person who was not erased', async () => {
  const { id } = await createSubscriber(world)
  await expect(sql`select forget_person_details(${id})`.execute(world.ctx().db)).rejects.toMatchObject({
    code: '42501',
  })
})

test('only an admin can read, export and erase a removed sales partner', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const path = `/api/sales/hierarchy-users/${retailer.id}/`
  expect((await call(world.url, path, { method: 'DELETE', access: distributor.access })).status).toBe(200)
  const read = async (who: Person) => (await call(world.url, path, { access: who.access })).status
  expect([await read(distributor), await read(super_distributor), await read(admin)]).toEqual([404, 404, 200])
  const letter = { reason: 'Asked by letter' }
  const exported = await post(world, `/api/users/${retailer.id}/data-export/`, admin, letter)
  expect([exported.status, exported.body.sales_partner]).toEqual([
    200,
    expect.objectContaining({ firm_name: retailer.firm_name }),
  ])
  const erased = await post(world, `/api/users/${retailer.id}/erase/`, admin, { ...letter, confirmation: 'ERASE' })
  expect(erased.status).toBe(200)
  expect(await rowsWith(world, [retailer.firm_name, retailer.phone_number])).toEqual([])
  expect(await read(admin)).toBe(404)
  expect((await post(world, `/api/users/${retailer.id}/data-export/`, admin, letter)).status).toBe(404)
})
