import { beforeAll, expect, test } from 'vitest'
import { type Answer, call } from '../harness/api.ts'
import { createChain, registerSubordinate, subordinateFields, writtenInChain } from '../harness/chain.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

// A removal and a registration meet in the one window that matters: each is stopped inside its transaction, after it
// has looked and before it writes, until the other one waits for it or is through.
const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

beforeAll(async () => {
  await world.pool.query(`create function stop_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(tg_argv[0]::int); return new; end $$`)
  await world.pool.query(`create trigger stop_registering before insert on users
    for each row execute function stop_here('1')`)
  await world.pool.query(`create trigger stop_removing before update of deleted_at on users
    for each row execute function stop_here('2')`)
})

const remove = (who: Pick<Person, 'access'>, id: number) =>
  call(world.url, `/api/sales/hierarchy-users/${id}/`, { method: 'DELETE', access: who.access })

/** Runs `first` up to its stop, then `second` until it waits or has answered, then lets both go on. */
async function meet(stop: 1 | 2, first: () => Promise<Answer>, second: () => Promise<Answer>) {
  await using locks = await holdLocks(world.pool, 'select pg_advisory_xact_lock($1)', [stop])
  const one = first()
  await until('the first one stops', async () => (await locks.waiting()) >= 1)
  let answered = false
  const two = second().finally(() => (answered = true))
  await until('the second one waits or is through', async () => answered || (await locks.waiting()) >= 2)
  await locks.release()
  return Promise.all([one, two])
}

/** A distributor with nobody below. */
async function childless() {
  const { super_distributor, distributor, retailer } = await createChain(world)
  expect((await remove(distributor, retailer.id)).status).toBe(200)
  return { super_distributor, distributor }
}

async function state(id: number) {
  const { rows } = await world.pool.query<{ living: boolean; children: number }>(
    `select (select deleted_at is null from users where id = $1) as living,
       (select count(*) from users where parent_id = $1 and deleted_at is null) as children`,
    [id],
  )
  return rows[0]
}

test('a child that is being registered keeps its parent from being removed', async () => {
  const { super_distributor, distributor } = await childless()
  const [registered, removed] = await meet(
    1,
    () => registerSubordinate(world, distributor),
    () => remove(super_distributor, distributor.id),
  )
  expect([registered.status, removed.status]).toEqual([201, 409])
  expect(removed.body).toEqual({ detail: 'One person is registered below and must be removed first.' })
  expect(await state(distributor.id)).toEqual({ living: true, children: 1 })
})

test('a person being removed gets no more children, and no files stay', async () => {
  const own = await childless()
  const chosen = await childless()
  const before = await writtenInChain(world)
  const fields = { ...subordinateFields(), role: 'retailer', parent_id: String(chosen.distributor.id) }
  const [first, byThemselves] = await meet(
    2,
    () => remove(own.super_distributor, own.distributor.id),
    () => registerSubordinate(world, own.distributor),
  )
  expect([first.status, byThemselves.status]).toEqual([200, 401])
  const [second, byAdmin] = await meet(
    2,
    () => remove(chosen.super_distributor, chosen.distributor.id),
    () => registerSubordinate(world, admin, fields),
  )
  expect([second.status, byAdmin.status]).toEqual([200, 400])
  expect(byAdmin.body).toEqual({ parent_id: ['This person cannot be the parent of the new member.'] })
  for (const { id } of [own.distributor, chosen.distributor]) {
    expect(await state(id)).toEqual({ living: false, children: 0 })
  }
  expect(await writtenInChain(world)).toEqual(before)
})
