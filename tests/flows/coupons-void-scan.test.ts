import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, createSticker, createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const voidSticker = (id: unknown, body: unknown, who: Pick<Person, 'access'> = admin) =>
  call(world.url, `/api/coupons/${String(id)}/void/`, { body, access: who.access })
const read = async (id: number, who: Pick<Person, 'access'> = admin) =>
  (await call(world.url, `/api/coupons/${id}/`, { access: who.access })).body
const rowOf = (id: number) => world.db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const replacementsOf = (id: number) =>
  world.db.selectFrom('coupons').selectAll().where('replaces_id', '=', id).execute()

/** Voids a sticker and reads the one that takes its place. */
async function replace(id: number, reason = 'Lost') {
  const answer = await voidSticker(id, { reason })
  expect(answer.status).toBe(200)
  return rowOf((answer.body.replaced_by as { id: number }).id)
}

test('a scan of a voided sticker raises an alert about its subscriber and tells the relatives, as does the new one', async () => {
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
  await until('the relative is told', async () => {
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

test('a voided sticker nobody has registered still raises an alert and cannot be registered; its replacement can', async () => {
  const sticker = await createSticker(world)
  const replacement = await replace(sticker.id)
  const refused = await register(world, registrationFields(sticker))
  expect([refused.status, refused.body]).toEqual([
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

test('a registration that meets the void of its sticker is refused; one that was faster keeps it, and gets the new one', async () => {
  const lost = await createSticker(world)
  const [voided, refused] = await meetAtSticker(
    lost.id,
    () => voidSticker(lost.id, { reason: 'Lost' }),
    () => register(world, registrationFields(lost)),
  )
  expect([voided.status, refused.status, Object.keys(refused.body)]).toEqual([200, 400, ['serial_number']])
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
