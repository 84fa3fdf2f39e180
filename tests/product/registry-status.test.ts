import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf } from '../harness/chain.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { CARS, registryCalls } from '../harness/registry-calls.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const staff = await createPerson(world, 'staff', 'Asha')
const { send, add, one, setStatus, retire, stored, listed } = registryCalls(world, admin, staff)

async function pendingAlert(): Promise<number> {
  const { sticker } = await createSubscriber(world)
  return (await press(world.url, sticker.token)).id
}

async function openDispatch(ambulance_id: number): Promise<{ id: number; alert_id: number }> {
  const alert_id = await pendingAlert()
  const dispatch = { alert_id, ambulance_id }
  await world.db.updateTable('ambulances').set({ status: 'BUSY' }).where('id', '=', ambulance_id).execute()
  return world.db.insertInto('dispatches').values(dispatch).returning(['id', 'alert_id']).executeTakeFirstOrThrow()
}

test('staff set the status by hand, which is noted once', async () => {
  const { body } = await add()
  for (const status of ['OFF', 'OFF', 'BUSY', 'AVAILABLE']) {
    const answer = await setStatus(body.id, status)
    expect([answer.status, answer.body]).toEqual([200, { ...body, status }])
  }
  const details = (await auditOf(world, Number(body.id), 'ambulance.status_set')).map(({ detail }) => detail)
  expect(details).toEqual([
    { from: 'AVAILABLE', to: 'OFF' },
    { from: 'OFF', to: 'BUSY' },
    { from: 'BUSY', to: 'AVAILABLE' },
  ])
  expect((await setStatus(body.id, 'BROKEN')).status).toBe(400)
})

test('an ambulance cannot be set AVAILABLE or OFF or retired until its dispatch ends', async () => {
  const { body } = await add()
  const id = Number(body.id)
  const dispatch = await openDispatch(id)
  const rejected = [await setStatus(id, 'AVAILABLE'), await setStatus(id, 'OFF'), await retire(id)]
  const detail = 'This ambulance is on its way for an alert. Close or cancel that dispatch first.'
  expect(rejected.map(({ status, body: said }) => [status, said])).toEqual(rejected.map(() => [409, { detail }]))
  expect((await setStatus(id, 'BUSY')).body).toMatchObject({ status: 'BUSY', alert_id: dispatch.alert_id })
  await world.db.updateTable('dispatches').set({ state: 'DONE' }).where('id', '=', dispatch.id).execute()
  expect((await setStatus(id, 'AVAILABLE')).body).toMatchObject({ status: 'AVAILABLE', alert_id: null })
  expect((await retire(id)).status).toBe(200)
})

test('a dispatch being written is waited for by a status change and a retirement', async () => {
  for (const act of [(id: number) => setStatus(id, 'OFF'), (id: number) => retire(id)]) {
    const id = Number((await add()).body.id)
    const alert_id = await pendingAlert()
    const client = await world.pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into dispatches (alert_id, ambulance_id) values ($1, $2)', [alert_id, id])
      const answer = act(id)
      await until('it waits for the row', async () => {
        const { rows } = await world.pool.query(`select 1 from pg_locks where not granted`)
        return rows.length > 0
      })
      await client.query('commit')
      expect((await answer).status).toBe(409)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

test('a retired ambulance is gone from list, map and page, and its past stays', async () => {
  const { body } = await add({ operator: 'Retiring Rides' })
  const answer = await retire(body.id)
  expect([answer.status, answer.body]).toEqual([200, { detail: 'Ambulance retired successfully' }])
  expect(await listed('?search=retiring')).toEqual([])
  const map = await call(world.url, `/trpc/registry.ambulancePoints?input=${encodeURIComponent('{}')}`, {
    access: admin.access,
  })
  const points = (map.body.result as { data: { id: number }[] }).data
  expect(points.length).toBeGreaterThan(0)
  expect(points.map(({ id }) => id)).not.toContain(body.id)
  for (const gone of [
    await send('GET', one(CARS, body.id)),
    await send('PATCH', one(CARS, body.id), { operator: 'X' }),
    await setStatus(body.id, 'OFF'),
    await retire(body.id),
  ]) {
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Ambulance not found' }])
  }
  const row = (await stored()).find(({ id }) => id === body.id)
  expect(row).toMatchObject({ status: 'OFF', retired_at: expect.any(Date) })
  expect(await auditOf(world, Number(body.id), 'ambulance.retired')).toEqual([
    { actor_id: admin.id, detail: { vehicle_number: body.vehicle_number } },
  ])
})

test('the number of a retired ambulance brings it back under its id, without its old position', async () => {
  const { body } = await add()
  const id = Number(body.id)
  const position = { last_latitude: 12.9, last_longitude: 77.5, last_position_at: new Date() }
  await world.db.updateTable('ambulances').set(position).where('id', '=', id).execute()
  await retire(id)
  const other = await add()
  const rename = await send('PATCH', one(CARS, other.body.id), { vehicle_number: body.vehicle_number })
  expect([rename.status, rename.body]).toEqual([
    409,
    { vehicle_number: ['This vehicle number belongs to a retired ambulance. Add it again to bring it back.'] },
  ])
  const back = await add({ vehicle_number: body.vehicle_number, driver_name: 'Peter D Souza', base_latitude: 13.1 })
  expect([back.status, back.body]).toEqual([
    201,
    { ...body, driver_name: 'Peter D Souza', base_latitude: 13.1, status: 'AVAILABLE' },
  ])
  expect((await auditOf(world, id, 'ambulance.added')).at(-1)?.detail).toMatchObject({ revived: true })
})
