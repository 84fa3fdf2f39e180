import { ROLES } from '@tvarit/shared/contracts/roles'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const staff = await createPerson(world, 'staff', 'Asha')

const CARS = '/api/ambulances/'
const HOSPITALS = '/api/hospitals/'
let numbers = 1000
const nextNumber = () => `KA01AB${(numbers += 1)}`
const car = (change: Record<string, unknown> = {}) => ({
  vehicle_number: nextNumber(),
  type: 'BASIC',
  operator: 'Namma Ambulance',
  driver_name: 'Basavaraj Patil',
  driver_phone: '9000000021',
  base_latitude: 12.97,
  base_longitude: 77.59,
  ...change,
})
const clinic = (change: Record<string, unknown> = {}) => ({
  name: `Hospital ${(numbers += 1)}`,
  phone: '08026701150',
  email: 'desk@hospital.example',
  address: 'Fort Road, Bengaluru',
  latitude: 12.96,
  longitude: 77.57,
  emergency: true,
  ...change,
})

type Who = Pick<Person, 'access'>
const send = (method: string, path: string, body?: unknown, who: Who = admin) =>
  call(world.url, path, { method, access: who.access, ...(body === undefined ? {} : { body }) })
const add = (change: Record<string, unknown> = {}, who?: Who) => send('POST', CARS, car(change), who)
const addHospital = (change: Record<string, unknown> = {}, who?: Who) => send('POST', HOSPITALS, clinic(change), who)
const one = (path: string, id: unknown, rest = '') => `${path}${String(id)}/${rest}`
const setStatus = (id: unknown, status: string, who: Who = staff) =>
  send('PATCH', one(CARS, id, 'status/'), { status }, who)
const retire = (id: unknown, who?: Who) => send('DELETE', one(CARS, id), undefined, who)
const stored = () => world.db.selectFrom('ambulances').selectAll().orderBy('id').execute()
const listed = async (query: string) => (await send('GET', `${CARS}${query}`)).body.results as { id: number }[]

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

test('an admin adds an ambulance, AVAILABLE at its base; list and page show it to staff too', async () => {
  const input = car({ vehicle_number: ' ka-01 ab 0007 ', driver_phone: '+91 90000 00021', operator: 'Namma   Care' })
  const answer = await send('POST', CARS, input)
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    ...input,
    vehicle_number: 'KA01AB0007',
    driver_phone: '9000000021',
    operator: 'Namma Care',
    driver_language: 'en',
    id: expect.any(Number),
    status: 'AVAILABLE',
    last_latitude: null,
    last_longitude: null,
    last_position_at: null,
    alert_id: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const { id } = answer.body
  expect((await send('GET', one(CARS, id), undefined, staff)).body).toEqual(answer.body)
  expect((await send('GET', CARS, undefined, staff)).body.results).toContainEqual(answer.body)
  expect(await auditOf(world, Number(id), 'ambulance.added')).toEqual([
    { actor_id: admin.id, detail: { vehicle_number: 'KA01AB0007', revived: false } },
  ])
})

test.each(['KA 01 AB 1999', 'dl1cab1234', '22-bh-1234-aa', '22BH1234A', 'MH12A0001', 'KL 7 CXY 4321'])(
  '%j is a vehicle number',
  async (vehicle_number) => {
    const { status, body } = await add({ vehicle_number })
    expect([status, body.vehicle_number]).toEqual([201, vehicle_number.toUpperCase().replace(/[\s-]/g, '')])
  },
)

const NUMBER = 'Enter an Indian vehicle number such as KA01AB1234 or 22BH1234AA.'
const LATITUDE = 'The latitude must be a number from 6 to 38: a place in India.'
const LONGITUDE = 'The longitude must be a number from 68 to 98: a place in India.'
const PHONE = 'Phone number must be exactly 10 digits.'
const REQUIRED = 'This field is required'

test.each<[wrong: Record<string, unknown>, body: Record<string, string[]>]>([
  ...['KA01', 'KA01AB123', 'KA01AB12345', 'KA01AB0000', 'K101AB1234', '22BH1234IO', 'AMBULANCE 1', 'KA01AB1234;'].map(
    (vehicle_number): [Record<string, unknown>, Record<string, string[]>] => [
      { vehicle_number },
      { vehicle_number: [NUMBER] },
    ],
  ),
  [{ vehicle_number: '' }, { vehicle_number: [REQUIRED] }],
  [{ type: 'HELICOPTER' }, { type: ['The type must be BASIC, ADVANCED or TRANSPORT.'] }],
  [{ type: undefined }, { type: [REQUIRED] }],
  [{ operator: '  ' }, { operator: [REQUIRED] }],
  [{ operator: '=HYPERLINK("http://x")' }, { operator: ['This text cannot begin with = + - or @.'] }],
  [{ operator: 'x'.repeat(81) }, { operator: ['Ensure this field has no more than 80 characters.'] }],
  [{ driver_name: 'a\u0000b' }, { driver_name: ['The text has a character that cannot be stored.'] }],
  [{ driver_phone: '12345' }, { driver_phone: [PHONE] }],
  [{ driver_phone: undefined }, { driver_phone: ['This field is required'] }],
  [
    { base_latitude: 77.59, base_longitude: 12.97 },
    { base_latitude: [LATITUDE], base_longitude: [LONGITUDE] },
  ],
  [{ base_latitude: 5.99 }, { base_latitude: [LATITUDE] }],
  [{ base_latitude: 38.01 }, { base_latitude: [LATITUDE] }],
  [{ base_longitude: 67.99 }, { base_longitude: [LONGITUDE] }],
  [{ base_longitude: 98.01 }, { base_longitude: [LONGITUDE] }],
  [{ base_latitude: '12.97' }, { base_latitude: [LATITUDE] }],
  [{ base_latitude: undefined }, { base_latitude: [REQUIRED] }],
  [{ status: 'OFF' }, { status: ['Unknown field.'] }],
])('%j is refused and nothing is written', async (wrong, body) => {
  const before = await stored()
  const answer = await add(wrong)
  expect([answer.status, answer.body]).toEqual([400, body])
  expect(await stored()).toEqual(before)
})

test('a vehicle number is registered once, however it is written', async () => {
  const first = await add({ vehicle_number: 'TN09BC2345' })
  const again = await add({ vehicle_number: 'tn-09 bc 2345', operator: 'Somebody else' })
  expect([again.status, again.body]).toEqual([409, { vehicle_number: ['This vehicle number is registered already.'] }])
  const other = await add()
  const renamed = await send('PATCH', one(CARS, other.body.id), { vehicle_number: 'TN 09 BC 2345' })
  expect([renamed.status, renamed.body]).toEqual([409, again.body])
  expect((await send('GET', one(CARS, first.body.id))).body).toEqual(first.body)
})

test('of ten who add one number at the same moment one wins, also when a retired one is revived', async () => {
  for (const revive of [false, true]) {
    const vehicle_number = nextNumber()
    if (revive) await retire((await add({ vehicle_number })).body.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ vehicle_number })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    const rows = await world.db
      .selectFrom('ambulances')
      .select('retired_at')
      .where('vehicle_number', '=', vehicle_number)
      .execute()
    expect(rows).toEqual([{ retired_at: null }])
  }
})

test('a change keeps what is left out, and the audit names the fields that really changed', async () => {
  const { body } = await add()
  const change = { driver_name: 'Shivakumar N', driver_phone: '090000 00022', operator: body.operator }
  const answer = await send('PATCH', one(CARS, body.id), change)
  expect([answer.status, answer.body]).toEqual([
    200,
    { ...body, driver_name: 'Shivakumar N', driver_phone: '9000000022' },
  ])
  expect((await send('PATCH', one(CARS, body.id), {})).body).toEqual(answer.body)
  expect(await auditOf(world, Number(body.id), 'ambulance.updated')).toEqual([
    { actor_id: admin.id, detail: { fields: ['driver_name', 'driver_phone'] } },
  ])
  expect((await send('PATCH', one(CARS, body.id), { status: 'OFF' })).body).toEqual({ status: ['Unknown field.'] })
})

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

test('on an open dispatch an ambulance is neither set AVAILABLE or OFF nor retired, afterwards it is', async () => {
  const { body } = await add()
  const id = Number(body.id)
  const dispatch = await openDispatch(id)
  const refused = [await setStatus(id, 'AVAILABLE'), await setStatus(id, 'OFF'), await retire(id)]
  const detail = 'This ambulance is on its way for an alert. Close or cancel that dispatch first.'
  expect(refused.map(({ status, body: said }) => [status, said])).toEqual(refused.map(() => [409, { detail }]))
  expect((await setStatus(id, 'BUSY')).body).toMatchObject({ status: 'BUSY', alert_id: dispatch.alert_id })
  await world.db.updateTable('dispatches').set({ state: 'DONE' }).where('id', '=', dispatch.id).execute()
  expect((await setStatus(id, 'AVAILABLE')).body).toMatchObject({ status: 'AVAILABLE', alert_id: null })
  expect((await retire(id)).status).toBe(200)
})

test('a dispatch that is being written is waited for, so neither status nor retirement slips past it', async () => {
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

test('ambulances are found by number as people write it, operator, driver and status', async () => {
  const { body } = await add({ vehicle_number: 'AS01XY9876', operator: 'Kaziranga Rescue', driver_name: 'Bhupen Das' })
  await setStatus(body.id, 'OFF')
  for (const search of ['as 01-xy 98', 'kaziranga', 'BHUPEN', '9876&status=OFF', 'kaziranga&status=']) {
    expect([search, (await listed(`?search=${search}`)).map(({ id }) => id)]).toEqual([search, [body.id]])
  }
  for (const search of ['kaziranga&status=AVAILABLE', '%25', '_', 'kaziranga%20rao']) {
    expect([search, await listed(`?search=${search}`)]).toEqual([search, []])
  }
  expect((await send('GET', `${CARS}?status=BROKEN`)).status).toBe(400)
})

test('the list walks by its links, and a row that comes meanwhile neither repeats nor hides any', async () => {
  for (let i = 0; i < 5; i++) await add({ operator: 'Walking Wheels' })
  const ids: number[] = []
  let path: string | null = `${CARS}?search=walking&page_size=2`
  while (path) {
    const { body } = await send('GET', path)
    ids.push(...(body.results as { id: number }[]).map(({ id }) => id))
    if (ids.length === 2) await add({ operator: 'Walking Wheels' })
    path = body.next as string | null
  }
  expect(ids).toHaveLength(5)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  expect(await listed('?search=walking&status=OFF')).toEqual([])
})

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
])('a hospital with %j is refused', async (wrong, body) => {
  const answer = await addHospital(wrong)
  expect([answer.status, answer.body]).toEqual([400, body])
})

test('a hospital of one name and phone number is there once, also when five add it at the same moment', async () => {
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

test.each(ROLES.filter((role) => role !== 'admin'))('a %s changes nothing in the registry', async (role) => {
  const person = await createPerson(world, role)
  const [first, place] = [(await add()).body.id, (await addHospital()).body.id]
  const before = await stored()
  const answers = [
    await add({}, person),
    await send('PATCH', one(CARS, first), { operator: 'X' }, person),
    await retire(first, person),
    await addHospital({}, person),
    await send('PATCH', one(HOSPITALS, place), { name: 'X' }, person),
    await send('DELETE', one(HOSPITALS, place), undefined, person),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  const status = role === 'staff' ? 200 : 403
  expect((await send('GET', CARS, undefined, person)).status).toBe(status)
  expect((await send('GET', HOSPITALS, undefined, person)).status).toBe(status)
  if (role !== 'staff') expect((await setStatus(first, 'OFF', person)).status).toBe(403)
  expect(await stored()).toEqual(before)
})

test('the browser adds, changes, sets and retires in the same way', async () => {
  const input = car()
  const added = await callTrpc(world, 'registry.addAmbulance', input, admin.access)
  const id = added.data?.id
  expect(added.data).toMatchObject(input)
  const off = await callTrpc(world, 'registry.setAmbulanceStatus', { id, status: 'OFF' }, staff.access)
  expect(off.data).toMatchObject({ id, status: 'OFF' })
  const gone = await callTrpc(world, 'registry.retireAmbulance', { id }, admin.access)
  expect(gone.data).toEqual({ detail: 'Ambulance retired successfully' })
})
