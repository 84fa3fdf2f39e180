import { beforeEach, expect, test } from 'vitest'
import { type Answer, call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

beforeEach(() => world.empty('ambulances', 'hospitals', 'audit_log'))

const HEAD = 'vehicle_number,type,operator,driver_name,driver_phone,base_latitude,base_longitude'
const ROW = ',BASIC,Namma Ambulance,Basavaraj Patil,9000000021,12.97,77.59'
const PLACES = 'name,phone,email,address,latitude,longitude,emergency'

type Content = string | Uint8Array<ArrayBuffer>
async function send(what: 'ambulances' | 'hospitals', content: Content, who: Person = admin): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([content], { type: 'text/csv' }), 'fleet.csv')
  return call(world.url, `/api/${what}/import/`, { body: form, access: who.access })
}
const cars = (...rows: string[]) => send('ambulances', [HEAD, ...rows].join('\n'))
const stored = () => world.db.selectFrom('ambulances').selectAll().orderBy('id').execute()
const numbers = async () => (await stored()).map(({ vehicle_number }) => vehicle_number).toSorted()

/** The refusal, once it is sure that nothing was written. */
async function refusal(answer: Answer | Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer
  expect(status).toBe(400)
  expect(await stored()).toEqual([])
  expect(await world.db.selectFrom('hospitals').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('audit_log').select('action').execute()).toEqual([])
  return body
}

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

test('columns in any order, Windows line ends, a byte order mark, blank lines and optional columns are fine', async () => {
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

test('one wrong row among good ones: every mistake is named with its line, nothing is written', async () => {
  const answer = cars(
    `KA01AB0001${ROW}`,
    '"KA01AB0002",JET,"Namma\nAmbulance",P,9000000021,12.97,77.59',
    'KA1,PLANE,,P,123,77.59,north',
    `KA01AB0004${ROW},more`,
    `KA01AB0005${ROW}`,
  )
  expect(await refusal(answer)).toEqual({
    non_field_errors: ['3 rows are wrong. Nothing was imported.'],
    // A row with a line break in a cell is named by the line it begins in.
    '3.type': ['The type must be BASIC, ADVANCED or TRANSPORT.'],
    '5.vehicle_number': ['Enter an Indian vehicle number such as KA01AB1234 or 22BH1234AA.'],
    '5.type': ['The type must be BASIC, ADVANCED or TRANSPORT.'],
    '5.operator': ['This field is required'],
    '5.driver_phone': ['Phone number must be exactly 10 digits.'],
    '5.base_latitude': ['The latitude must be a number from 6 to 38: a place in India.'],
    '5.base_longitude': ['The longitude must be a number from 68 to 98: a place in India.'],
    '6.row': ['This row has 8 cells, the header has 7.'],
  })
})

test('a number twice in one file is refused with the line of the first, however it is written', async () => {
  const answer = cars(`KA01AB0001${ROW}`, `KA01AB0002${ROW}`, `ka 01 ab-0001${ROW}`)
  expect(await refusal(answer)).toEqual({
    non_field_errors: ['1 row is wrong. Nothing was imported.'],
    '4.vehicle_number': ['Line 2 has the same one already.'],
  })
  const places = ['Victoria,8026701150,,Fort Road,12.9,77.5,', 'victoria,08026701150,,Fort Road,12.9,77.5,']
  expect(await refusal(send('hospitals', [PLACES, ...places].join('\n')))).toMatchObject({
    '3.name': ['Line 2 has the same one already.'],
  })
})

test('of very many wrong rows a hundred are listed and all are counted', async () => {
  const rows = Array.from({ length: 4999 }, () => `X${ROW}`)
  const body = (await refusal(cars(`KA01AB0001${ROW}`, ...rows))) as object
  expect(body).toMatchObject({ non_field_errors: ['4999 rows are wrong. Nothing was imported.'] })
  expect(Object.keys(body)).toHaveLength(101)
})

const manyRows = (count: number) =>
  Array.from({ length: count }, (_each, place) => `KA01AB${String(place + 1).padStart(4, '0')}${ROW}`)

test('5,000 rows are imported, 5,001 are not', async () => {
  expect(await refusal(cars(...manyRows(5001)))).toEqual({ file: ['The file has more than 5,000 rows. Split it.'] })
  expect((await cars(...manyRows(5000))).body).toEqual({ added: 5000, updated: 0 })
  expect((await cars(...manyRows(5000))).body).toEqual({ added: 0, updated: 5000 })
})

const FORMULA = 'This text cannot begin with = + - or @.'
test.each(['=cmd|calc', '+1+1', '-2', '@SUM(A1)', ' =1', '\uff1d1', '"=HYPERLINK(""http://evil.example"",""x"")"'])(
  'the formula %j is no operator',
  async (cell) => {
    const answer = cars(`KA01AB0001,BASIC,${cell},P,9000000021,12.97,77.59`)
    expect(await refusal(answer)).toMatchObject({ '2.operator': [FORMULA] })
  },
)

test('a huge cell is refused by its length, and its content is not repeated', async () => {
  const body = await refusal(cars(`KA01AB0001,BASIC,${'x'.repeat(900_000)},P,9000000021,12.97,77.59`))
  expect(body).toMatchObject({ '2.operator': ['Ensure this field has no more than 80 characters.'] })
  const header = await refusal(send('ambulances', `${'x'.repeat(900_000)}\n1\n`))
  expect(JSON.stringify([body, header]).length).toBeLessThan(500)
})

const NOT_TEXT = { file: ['The file must be a CSV saved as UTF-8 text.'] }
test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${HEAD}\nKA01AB0001${ROW}`, 'utf16le'))],
  ['Latin-1', new Uint8Array(Buffer.from(`${HEAD}\nKA01AB0001${ROW.replace('Patil', 'Joã')}`, 'latin1'))],
  ['a NUL', new Uint8Array(Buffer.from(`${HEAD}\nKA01AB0001${ROW.replace('Patil', 'Pa\0til')}`))],
  ['a ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe])],
])('%s is no CSV in UTF-8', async (_name, content) => {
  expect(await refusal(send('ambulances', content))).toEqual(NOT_TEXT)
})

test.each<[string, string]>([
  ['', 'Choose a CSV file.'],
  [HEAD, 'The file has no rows below its header.'],
  [`${HEAD}\n,,,,,,\n\n`, 'The file has no rows below its header.'],
  [`${HEAD.replace(',type', '')}\nx`, 'The header lacks: type.'],
  [`${HEAD},colour\nx`, 'The header has unknown or repeated columns: colour.'],
  [`${HEAD},type\nx`, 'The header has unknown or repeated columns: type.'],
  [`${HEAD},__proto__\nx`, 'The header has unknown or repeated columns: __proto__.'],
  [HEAD.replaceAll(',', ';') + '\nx', 'The header has unknown or repeated columns: vehicle_number;type;operator;d….'],
  [`${HEAD}\nKA01AB0001${ROW}\n"KA01AB0002${ROW}`, 'The file is not a valid CSV: the quotes in line 3 do not match.'],
])('%j is refused: %s', async (content, text) => {
  expect(await refusal(send('ambulances', content))).toEqual({ file: [text] })
})

test('a file above 1 MB is too large, also far above', async () => {
  for (const size of [1024 * 1024 + 1, 6 * 1024 * 1024]) {
    const answer = await send('ambulances', 'x'.repeat(size))
    expect([answer.status, answer.body]).toEqual([413, { file: ['The file must be at most 1 MB.'] }])
  }
})

test('without a file, or with text in its place, the field says so', async () => {
  const form = new FormData()
  form.set('file', HEAD)
  for (const body of [{}, form]) {
    const answer = await call(world.url, '/api/ambulances/import/', { body, access: admin.access })
    expect([answer.status, answer.body]).toEqual([400, { file: ['Choose a CSV file.'] }])
  }
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
  'an import of known %s holds only the rows it changes, and nothing that refers to one waits for it',
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

test('the language is an optional column: left out, new rows are English and known ones keep theirs', async () => {
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
  const refused = await send('hospitals', `${PLACES},language\n${clinic},klingon\n`)
  expect(refused.body).toMatchObject({ '2.language': ['Enter one of en, hi, bn, te, mr, ta, gu, kn, ml, pa, or.'] })
})
