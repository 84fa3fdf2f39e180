import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, createSticker, createSubscriber, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { until } from '../harness/until.ts'
import { voidCalls } from '../harness/void-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { voidSticker, read, rowOf, replacementsOf, replace } = voidCalls(world, admin)

test('a scan of a voided sticker raises its subscriber’s alert and notifies relatives', async () => {
  const { id, sticker, relatives } = await createSubscriber(world, { first_name: 'Farida', show_first_name: true })
  const replacement = await replace(sticker.id, 'Stolen')
  const page = await fetch(`${world.url}/s/${sticker.token}`)
  expect([page.status, (await page.text()).includes('Farida')]).toEqual([200, true])
  const raised = await press(world.url, sticker.token)
  expect(raised.http).toBe(201)
  const alert = (await call(world.url, `/api/qr/alerts/${raised.id}/`, { access: admin.access })).body
  expect(alert).toMatchObject({
    status: 'PENDING',
    serial_number: sticker.serial_number,
    unregistered: false,
    user: { id, first_name: 'Farida' },
  })
  await until('the relative is notified', async () => {
    const sent = await world.db.selectFrom('dev_messages').selectAll().where('to_phone', '=', relatives[0]!).execute()
    return sent.length === 1 && sent[0]!.text.includes('Farida')
  })
  const other = await press(world.url, replacement.token)
  expect(other.http).toBe(201)
  expect((await call(world.url, `/api/qr/alerts/${other.id}/`, { access: admin.access })).body).toMatchObject({
    serial_number: replacement.serial_number,
    user: { id },
  })
})

test('a voided unregistered sticker raises an alert, and only its replacement registers', async () => {
  const sticker = await createSticker(world)
  const replacement = await replace(sticker.id)
  const rejected = await register(world, registrationFields(sticker))
  expect([rejected.status, rejected.body]).toEqual([
    400,
    { serial_number: ['This serial number does not exist. Check it against your sticker.'] },
  ])
  const phone_number = newPhone()
  expect((await register(world, registrationFields(replacement, phone_number))).status).toBe(201)
  expect(await read(replacement.id)).toMatchObject({ status: 'USED', user: { phone_number } })
  expect((await press(world.url, sticker.token)).http).toBe(201)
  // The person who registered the new one does not get to see the old one, which was nobody's.
  const owner = await signIn(world, (await rowOf(replacement.id)).user_id!)
  expect(await read(replacement.id, owner)).toMatchObject({ id: replacement.id, replaces: null })
})

/** Starts one call after the other while the sticker is locked, so that both have looked at it, then lets them go on. */
async function meetAtSticker<A, B>(id: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  await using locks = await holdLocks(world.pool, 'select from coupons where id = $1 for update', [id])
  const one = first()
  await until('the first one waits', async () => (await locks.waiting()) === 1)
  const two = second()
  await until('both wait', async () => (await locks.waiting()) === 2)
  await locks.release()
  return [await one, await two]
}

test('a registration racing the void of its sticker fails or gets the replacement', async () => {
  const lost = await createSticker(world)
  const [voided, rejected] = await meetAtSticker(
    lost.id,
    () => voidSticker(lost.id, { reason: 'Lost' }),
    () => register(world, registrationFields(lost)),
  )
  expect([voided.status, rejected.status, Object.keys(rejected.body)]).toEqual([200, 400, ['serial_number']])
  expect((await replacementsOf(lost.id)).map(({ user_id, status }) => [user_id, status])).toEqual([[null, 'AVAILABLE']])
  expect((await rowOf(lost.id)).user_id).toBeNull()

  const taken = await createSticker(world)
  const [registered, late] = await meetAtSticker(
    taken.id,
    () => register(world, registrationFields(taken)),
    () => voidSticker(taken.id, { reason: 'Lost' }),
  )
  expect([registered.status, late.status]).toEqual([201, 200])
  const { user_id } = await rowOf(taken.id)
  expect(user_id).not.toBeNull()
  expect((await replacementsOf(taken.id)).map((row) => [row.user_id, row.status])).toEqual([[user_id, 'USED']])
})

test('a subscriber whose sticker was replaced has the new one everywhere', async () => {
  const { id, sticker } = await createSubscriber(world)
  const used_at = (await rowOf(sticker.id)).used_at
  const { serial_number, ...replacement } = await replace(sticker.id, 'Damaged')
  expect(replacement).toMatchObject({ status: 'USED', user_id: id, used_at })
  const me = await signIn(world, id)
  const own = async (path: string) => (await call(world.url, path, { access: me.access })).body
  expect(await own('/api/users/profile/')).toMatchObject({ qrcode: { serial_number, status: 'USED' } })
  expect(await own(`/api/users/${id}/`)).toMatchObject({ qrcode: { serial_number } })
  expect(await own('/api/dashboard/')).toMatchObject({ total_generated_qr_count: 1, total_used_qrs_count: 1 })
  const seen = (await call(world.url, `/api/users/${id}/`, { access: admin.access })).body
  expect(seen).toMatchObject({ qrcode: { serial_number } })
  const csv = await fetch(`${world.url}/api/users/subscribers/download/?start_date=2020-01-01&end_date=2040-12-31`, {
    headers: admin.headers,
  })
  const lines = (await csv.text()).split('\n').filter((line) => line.startsWith(`${id},`))
  expect([lines.length, lines[0]!.includes(serial_number), lines[0]!.includes(sticker.serial_number)]).toEqual([
    1,
    true,
    false,
  ])
  // Found by either code, once.
  for (const code of [serial_number, sticker.serial_number]) {
    const found = await call(world.url, `/api/users/subscribers/?search=${code}`, { access: admin.access })
    expect((found.body.results as { id: number }[]).map((row) => row.id)).toEqual([id])
  }
})

test('a subscriber sees both own stickers, without what the office noted', async () => {
  const { id, sticker } = await createSubscriber(world)
  const replacement = await replace(sticker.id, 'Says it was stolen')
  const me = await signIn(world, id)
  expect(await read(sticker.id, me)).toMatchObject({
    voided_at: expect.stringMatching(/Z$/),
    void_reason: null,
    voided_by: null,
    replaced_by: { id: replacement.id },
  })
  expect(await read(replacement.id, me)).toMatchObject({ voided_at: null, replaces: { id: sticker.id } })
  const list = await call(world.url, '/api/coupons/', { access: me.access })
  expect((list.body.results as { id: number }[]).map((row) => row.id)).toEqual([replacement.id, sticker.id])
  const image = await fetch(`${world.url}/api/qr/${sticker.id}/download/`, { headers: me.headers })
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('a subscriber whose only sticker is voided keeps it until there is another', async () => {
  const { id, sticker } = await createSubscriber(world)
  await voidSticker(sticker.id, { reason: 'Lost', replace: false })
  const me = await signIn(world, id)
  const qrcode = async () => (await call(world.url, '/api/users/profile/', { access: me.access })).body.qrcode
  expect(await qrcode()).toMatchObject({
    serial_number: sticker.serial_number,
    voided_at: expect.stringMatching(/Z$/),
  })
  await voidSticker(sticker.id, { reason: 'Lost' })
  const [replacement] = await replacementsOf(sticker.id)
  expect(await qrcode()).toMatchObject({ serial_number: replacement!.serial_number, voided_at: null })
})

test('a term keeps the sticker it was sold with', async () => {
  const sticker = await createSticker(world)
  await register(world, registrationFields(sticker))
  const replacement = await replace(sticker.id)
  const terms = await world.db
    .selectFrom('subscriptions')
    .select('coupon_id')
    .where('user_id', '=', replacement.user_id!)
    .execute()
  expect(terms).toEqual([{ coupon_id: sticker.id }])
})

test('the sticker of an erased person gets no replacement', async () => {
  const { id, sticker } = await createSubscriber(world)
  const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
  expect((await call(world.url, `/api/users/${id}/erase/`, { body, access: admin.access })).status).toBe(200)
  const rejected = {
    status: 409,
    body: { detail: 'The person of this sticker was erased, so it gets no replacement.' },
  }
  expect(await voidSticker(sticker.id, { reason: 'Lost' })).toMatchObject(rejected)
  expect(await replacementsOf(sticker.id)).toEqual([])
})

test('the office’s note on a voided sticker is not in the person’s data export', async () => {
  const { id, sticker } = await createSubscriber(world)
  await replace(sticker.id, 'Says it was stolen')
  const { access } = await signIn(world, id)
  const { status, body } = await call(world.url, '/api/users/profile/data-export/', { body: {}, access })
  expect([status, (body.stickers as object[]).length]).toEqual([200, 2])
  expect(JSON.stringify(body)).toContain(sticker.serial_number)
  expect(JSON.stringify(body)).not.toContain('stolen')
})
