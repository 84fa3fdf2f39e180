import { expect, test } from 'vitest'
import { auditOf, callTrpc } from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { CARS, LATITUDE, LONGITUDE, PHONE, registryCalls, REQUIRED } from '../harness/registry-calls.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const staff = await createPerson(world, 'staff', 'Asha')
const { nextNumber, car, send, add, one, setStatus, retire, stored, listed } = registryCalls(world, admin, staff)

test('an admin adds an ambulance, AVAILABLE at its base, which staff see too', async () => {
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
])('%j is rejected and nothing is written', async (wrong, body) => {
  const before = await stored()
  const answer = await add(wrong)
  expect([answer.status, answer.body]).toEqual([400, body])
  expect(await stored()).toEqual(before)
})

test('a vehicle number is registered once, however it is written', async () => {
  const first = await add({ vehicle_number: 'TN09BC2345' })
  const again = await add({ vehicle_number: 'tn-09 bc 2345', operator: 'Someone else' })
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
