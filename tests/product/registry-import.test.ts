import { beforeEach, expect, test } from 'vitest'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { HEAD, manyRows, PLACES, registryImports, ROW } from '../harness/registry-imports.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { send, cars, stored } = registryImports(world, admin)
const numbers = async () => (await stored()).map(({ vehicle_number }) => vehicle_number).toSorted()

beforeEach(() => world.empty('ambulances', 'hospitals', 'audit_log'))

test('a file adds what is new and updates what is known, and keeps status and position of that', async () => {
  expect((await cars(`KA01AB0001${ROW}`, `KA01AB0002${ROW}`)).body).toEqual({ added: 2, updated: 0 })
  const position = { last_latitude: 12.9, last_longitude: 77.5, last_position_at: new Date(), status: 'BUSY' as const }
  await world.db.updateTable('ambulances').set(position).where('vehicle_number', '=', 'KA01AB0001').execute()
  const answer = await cars(
    'ka-01 ab 0001,advanced,"Garuda, ""Emergency""",P,+91 90000 00023,13,77',
    `22bh4567aa${ROW}`,
  )
  expect([answer.status, answer.body]).toEqual([200, { added: 1, updated: 1 }])
  const [first] = await stored()
  expect(first).toMatchObject({
    ...position,
    vehicle_number: 'KA01AB0001',
    type: 'ADVANCED',
    operator: 'Garuda, "Emergency"',
    driver_name: 'P',
    driver_phone: '9000000023',
    base_latitude: 13,
    base_longitude: 77,
  })
  expect(await numbers()).toEqual(['22BH4567AA', 'KA01AB0001', 'KA01AB0002'])
  const audits = await world.db.selectFrom('audit_log').select(['actor_id', 'action', 'detail']).orderBy('id').execute()
  expect(audits.at(-1)).toEqual({
    actor_id: admin.id,
    action: 'ambulance.imported',
    detail: { added: 1, updated: 1, ids: expect.arrayContaining([first!.id]) },
  })
})

test('a retired ambulance comes back available and without its old position, and counts as added', async () => {
  await cars(`KA01AB0001${ROW}`)
  await world.db
    .updateTable('ambulances')
    .set({ retired_at: new Date(), status: 'OFF', last_latitude: 12, last_longitude: 77, last_position_at: new Date() })
    .execute()
  expect((await cars(`KA01AB0001${ROW}`)).body).toEqual({ added: 1, updated: 0 })
  expect(await stored()).toEqual([
    expect.objectContaining({
      id: 1,
      retired_at: null,
      status: 'AVAILABLE',
      last_latitude: null,
      last_longitude: null,
      last_position_at: null,
    }),
  ])
})

test('an import takes any column order, CRLF, a byte order mark and optional columns', async () => {
  const columns = HEAD.split(',').toReversed()
  const row = ['77.59', '12.97', '9000000021', 'अनिल', 'Namma\r\nAmbulance', 'Basic', 'KA01AB0001']
  const content = `\ufeff${columns.join(',').toUpperCase()}\r\n\r\n"${row.join('","')}"\r\n,,,,,,\r\n`
  expect((await send('ambulances', content)).body).toEqual({ added: 1, updated: 0 })
  expect((await stored())[0]).toMatchObject({ driver_name: 'अनिल', operator: 'Namma Ambulance' })
  const places = 'name,phone,address,latitude,longitude\nVictoria,08026701150,Fort Road,12.96,77.57\n'
  expect((await send('hospitals', places)).body).toEqual({ added: 1, updated: 0 })
})

test('hospitals of one name and phone number are updated', async () => {
  const first = await send('hospitals', `${PLACES}\nVictoria,8026701150,a@h.example,Fort Road,12.96,77.57,yes\n`)
  expect(first.body).toEqual({ added: 1, updated: 0 })
  const rows = ['VICTORIA,080 2670 1150,,New Road,12.97,77.58,No', 'Victoria,8026701151,,Other Road,12.9,77.5,']
  expect((await send('hospitals', [PLACES, ...rows].join('\n'))).body).toEqual({ added: 1, updated: 1 })
  const hospitals = await world.db.selectFrom('hospitals').selectAll().orderBy('id').execute()
  expect(hospitals).toMatchObject([
    { id: 1, name: 'VICTORIA', email: null, address: 'New Road', latitude: 12.97, emergency: false },
    { name: 'Victoria', phone: '8026701151', emergency: true },
  ])
})

test('staff import nothing, and ten imports of one file at the same moment add each number once', async () => {
  const staff = await createPerson(world, 'staff')
  expect((await send('ambulances', `${HEAD}\nKA01AB0001${ROW}`, staff)).status).toBe(403)
  const rows = manyRows(50)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_each, place) => cars(...(place % 2 === 0 ? rows : rows.toReversed()))),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const added = answers.reduce((sum, { body }) => sum + Number(body.added), 0)
  expect([added, (await stored()).length]).toEqual([50, 50])
  const places = `${PLACES}\nVictoria,8026701150,,Fort Road,12.9,77.5,\n`
  const hospitals = await Promise.all(Array.from({ length: 5 }, () => send('hospitals', places)))
  expect(hospitals.map(({ body }) => body.added).toSorted()).toEqual([0, 0, 0, 0, 1])
})

test.each(['hospitals', 'ambulances'] as const)(
  'an import of known %s locks only the rows it changes and blocks no reference',
  async (what) => {
    const row = (place: number) =>
      what === 'hospitals'
        ? `Hospital ${place},80267${String(place).padStart(5, '0')},,Fort Road,12.96,77.57,yes`
        : `KA01AB${String(place).padStart(4, '0')}${ROW}`
    const rows = Array.from({ length: 20 }, (_each, place) => row(place + 1))
    const file = (lines: string[]) => [what === 'hospitals' ? PLACES : HEAD, ...lines].join('\n')
    expect((await send(what, file(rows))).body).toEqual({ added: 20, updated: 0 })
    const changed = [rows[0]!.replace('12.96', '12.98').replace('12.97', '12.98'), ...rows.slice(1)]
    // An import writes its rows first and the audit last: here it stops in between.
    await using locks = await holdLocks(world.pool, 'lock table audit_log in exclusive mode')
    const importing = send(what, file(changed))
    await until('the import has written its rows', async () => (await locks.waiting()) === 1)
    const free = async (lock: string) =>
      (await world.pool.query(`select id from ${what} ${lock} skip locked`)).rows.length
    expect([await free('for key share'), await free('for update')]).toEqual([20, 19])
    await locks.release()
    expect((await importing).body).toEqual({ added: 0, updated: 20 })
    const { rows: moved } = await world.pool.query(
      `select id from ${what} where ${what === 'hospitals' ? 'latitude' : 'base_latitude'} = 12.98`,
    )
    expect(moved.length).toBe(1)
  },
)

test('the language column is optional: new rows are English, known ones keep theirs', async () => {
  const ofDrivers = async () => (await stored()).map(({ driver_language }) => driver_language)
  const ofHospitals = async () =>
    (await world.db.selectFrom('hospitals').select('language').execute()).map(({ language }) => language)
  expect((await send('ambulances', `${HEAD},driver_language\nKA01AB0001${ROW},HI\nKA01AB0002${ROW},\n`)).status).toBe(
    200,
  )
  expect(await ofDrivers()).toEqual(['hi', 'en'])
  expect((await cars(`KA01AB0001${ROW}`, `KA01AB0003${ROW}`)).body).toEqual({ added: 1, updated: 1 })
  expect(await ofDrivers()).toEqual(['hi', 'en', 'en'])
  const clinic = 'Victoria Hospital,08026701150,,Fort Road,12.96,77.57,yes'
  expect((await send('hospitals', `${PLACES},language\n${clinic},kn\n`)).status).toBe(200)
  expect((await send('hospitals', `${PLACES}\n${clinic.replace('Fort', 'Old Fort')}\n`)).body).toEqual({
    added: 0,
    updated: 1,
  })
  expect(await ofHospitals()).toEqual(['kn'])
  const rejected = await send('hospitals', `${PLACES},language\n${clinic},klingon\n`)
  expect(rejected.body).toMatchObject({ '2.language': ['Enter one of en, hi, bn, te, mr, ta, gu, kn, ml, pa, or.'] })
})

test('a hospital keeps its e-mail and whether it takes emergencies when a file does not say them', async () => {
  const clinic = 'Clinic,8026701150,c@h.example,Fort Road,12.96,77.57,no'
  await send('hospitals', `${PLACES}\n${clinic}\n`)
  const kept = () => world.db.selectFrom('hospitals').select(['address', 'email', 'emergency']).execute()
  const short = 'name,phone,address,latitude,longitude\nClinic,8026701150,Mill Road,12.96,77.57\n'
  expect((await send('hospitals', short)).body).toEqual({ added: 0, updated: 1 })
  expect(await kept()).toEqual([{ address: 'Mill Road', email: 'c@h.example', emergency: false }])
  // An empty cell is a hospital without e-mail; it says nothing of emergencies.
  await send('hospitals', `${PLACES}\n${clinic.replace('c@h.example', '').replace('no', '')}\n`)
  expect(await kept()).toEqual([{ address: 'Fort Road', email: null, emergency: false }])
})

test('lines of empty cells are no rows', async () => {
  const rows = Array.from(
    { length: 2_600 },
    (_each, n) => `Hospital ${n},${8_026_700_000 + n},,Fort Road,12.96,77.57,\n,,,,,,`,
  )
  expect((await send('hospitals', [PLACES, ...rows].join('\n'))).body).toEqual({ added: 2_600, updated: 0 })
})

test('a file of ambulances or of hospitals that was saved from their list is imported as it is', async () => {
  await send('ambulances', `${HEAD},driver_language\nKA01AB0001${ROW},hi\n`)
  await world.db.updateTable('ambulances').set({ status: 'OFF' }).execute()
  await send('hospitals', `${PLACES},language\nVictoria,8026701150,a@h.example,Fort Road,12.96,77.57,no,kn\n`)
  for (const what of ['ambulances', 'hospitals'] as const) {
    const rows = () => world.db.selectFrom(what).selectAll().execute()
    const before = await rows()
    const saved = await fetch(`${world.url}/api/${what}/download/`, { headers: admin.headers })
    const answer = await send(what, await saved.text())
    expect([answer.status, answer.body]).toEqual([200, { added: 0, updated: 1 }])
    expect(await rows()).toEqual(before)
  }
})
