import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, createChain, createChainMember, registerSubordinate, subordinateFields } from '../harness/chain.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const remove = (who: Pick<Person, 'access'>, id: number) =>
  call(world.url, `/api/sales/hierarchy-users/${id}/`, { method: 'DELETE', access: who.access })
const living = async (id: number) => {
  const row = await world.db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow()
  return row.deleted_at === null
}

test.each([
  ['retailer', 'Retailer deleted successfully'],
  ['distributor', 'Distributor deleted successfully'],
  ['super_distributor', 'Distributor deleted successfully'],
] as const)('an admin removes a %s who has nobody below', async (role, detail) => {
  const member = await createChainMember(world, role)
  const answer = await remove(admin, member.id)
  expect([answer.status, answer.body]).toEqual([200, { detail }])
  expect(await living(member.id)).toBe(false)
  expect(await auditOf(world, member.id, 'chain.removed')).toEqual([{ actor_id: admin.id, detail: { role } }])
})

test('a super distributor and a distributor remove their own children', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const first = await remove(distributor, retailer.id)
  expect([first.status, first.body]).toEqual([200, { detail: 'Retailer deleted successfully' }])
  const second = await remove(super_distributor, distributor.id)
  expect([second.status, second.body]).toEqual([200, { detail: 'Distributor deleted successfully' }])
})

test('only direct children can be removed, and all others do not exist for the remover', async () => {
  const own = await createChain(world)
  const other = await createChain(world)
  const tries = [
    [own.super_distributor, [own.retailer, other.distributor, other.retailer, own.super_distributor]],
    [own.distributor, [other.retailer, own.distributor, own.super_distributor]],
  ] as const
  for (const [who, targets] of tries) {
    for (const target of targets) {
      const answer = await remove(who, target.id)
      expect([answer.status, answer.body]).toEqual([404, { detail: 'User not found' }])
      expect(await living(target.id)).toBe(true)
    }
  }
})

test('who has living children stays, with their number', async () => {
  const { super_distributor, distributor, retailer } = await createChain(world)
  const one = await remove(super_distributor, distributor.id)
  expect([one.status, one.body]).toEqual([409, { detail: 'One person is registered below and must be removed first.' }])
  await createChainMember(world, 'retailer', distributor.id)
  const two = await remove(admin, distributor.id)
  expect([two.status, two.body]).toEqual([409, { detail: '2 people are registered below and must be removed first.' }])
  expect(await living(distributor.id)).toBe(true)
  await remove(distributor, retailer.id)
  expect((await remove(admin, distributor.id)).body).toEqual({
    detail: 'One person is registered below and must be removed first.',
  })
})

test('a person removed is out at once, and their phone number and e-mail are free again', async () => {
  const { super_distributor, distributor } = await createChain(world)
  const child = await registerSubordinate(world, distributor)
  const { id, email, phone_number } = child.body as { id: number; email: string; phone_number: string }
  const login = await call(world.url, '/api/users/login/', { body: { login: email, password: 'lantern-81' } })
  const { access, refresh } = login.body as { access: string; refresh: string }
  expect((await call(world.url, '/api/users/profile/', { access })).status).toBe(200)
  await remove(distributor, id)
  expect((await call(world.url, '/api/users/profile/', { access })).status).toBe(401)
  expect((await call(world.url, '/api/users/token/refresh/', { body: { refresh } })).status).toBe(401)
  const sessions = await world.db.selectFrom('sessions').select('end_reason').where('user_id', '=', id).execute()
  expect(sessions).toEqual([{ end_reason: 'removed' }])
  const again = { ...subordinateFields(phone_number), email }
  expect((await registerSubordinate(world, super_distributor, again)).status).toBe(201)
})

test('nobody is removed twice, and nobody outside the chain here', async () => {
  const member = await createChainMember(world, 'retailer')
  const subscriber = await createSubscriber(world)
  const staff = await createPerson(world, 'staff')
  expect((await remove(admin, member.id)).status).toBe(200)
  for (const id of [member.id, subscriber.id, staff.id, admin.id, 999_999_999]) {
    expect([id, (await remove(admin, id)).status]).toEqual([id, 404])
  }
  expect([await living(subscriber.id), await living(staff.id)]).toEqual([true, true])
})
