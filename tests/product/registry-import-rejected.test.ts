import { beforeEach, expect, test } from 'vitest'
import { type Answer, call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { HEAD, manyRows, PLACES, registryImports, ROW } from '../harness/registry-imports.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const { send, cars, stored } = registryImports(world, admin)

beforeEach(() => world.empty('ambulances', 'hospitals', 'audit_log'))

/** The rejection, once it is sure that nothing was written. */
async function rejection(answer: Answer | Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer
  expect(status).toBe(400)
  expect(await stored()).toEqual([])
  expect(await world.db.selectFrom('hospitals').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('audit_log').select('action').execute()).toEqual([])
  return body
}

test('one wrong row among good ones: every mistake is named with its line, nothing is written', async () => {
  const answer = cars(
    `KA01AB0001${ROW}`,
    '"KA01AB0002",JET,"Namma\nAmbulance",P,9000000021,12.97,77.59',
    'KA1,PLANE,,P,123,77.59,north',
    `KA01AB0004${ROW},more`,
    `KA01AB0005${ROW}`,
  )
  expect(await rejection(answer)).toEqual({
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

test('a number twice in one file is rejected with the line of the first, however it is written', async () => {
  const answer = cars(`KA01AB0001${ROW}`, `KA01AB0002${ROW}`, `ka 01 ab-0001${ROW}`)
  expect(await rejection(answer)).toEqual({
    non_field_errors: ['1 row is wrong. Nothing was imported.'],
    '4.vehicle_number': ['Line 2 has the same one already.'],
  })
  const places = ['Victoria,8026701150,,Fort Road,12.9,77.5,', 'victoria,08026701150,,Fort Road,12.9,77.5,']
  expect(await rejection(send('hospitals', [PLACES, ...places].join('\n')))).toMatchObject({
    '3.name': ['Line 2 has the same one already.'],
  })
})

test('of very many wrong rows a hundred are listed and all are counted', async () => {
  const rows = Array.from({ length: 4999 }, () => `X${ROW}`)
  const body = (await rejection(cars(`KA01AB0001${ROW}`, ...rows))) as object
  expect(body).toMatchObject({ non_field_errors: ['4999 rows are wrong. Nothing was imported.'] })
  expect(Object.keys(body)).toHaveLength(101)
})

test('5,000 rows are imported, 5,001 are not', async () => {
  expect(await rejection(cars(...manyRows(5001)))).toEqual({ file: ['The file has more than 5,000 rows. Split it.'] })
  expect((await cars(...manyRows(5000))).body).toEqual({ added: 5000, updated: 0 })
  expect((await cars(...manyRows(5000))).body).toEqual({ added: 0, updated: 5000 })
})

const FORMULA = 'This text cannot begin with = + - or @.'
test.each(['=cmd|calc', '+1+1', '-2', '@SUM(A1)', ' =1', '\uff1d1', '"=HYPERLINK(""http://evil.example"",""x"")"'])(
  'the formula %j is no operator',
  async (cell) => {
    const answer = cars(`KA01AB0001,BASIC,${cell},P,9000000021,12.97,77.59`)
    expect(await rejection(answer)).toMatchObject({ '2.operator': [FORMULA] })
  },
)

test('a huge cell is rejected by its length, and its content is not repeated', async () => {
  const body = await rejection(cars(`KA01AB0001,BASIC,${'x'.repeat(900_000)},P,9000000021,12.97,77.59`))
  expect(body).toMatchObject({ '2.operator': ['Ensure this field has no more than 80 characters.'] })
  const header = await rejection(send('ambulances', `${'x'.repeat(900_000)}\n1\n`))
  expect(JSON.stringify([body, header]).length).toBeLessThan(500)
})

const NOT_TEXT = { file: ['The file must be a CSV saved as UTF-8 text.'] }
test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${HEAD}\nKA01AB0001${ROW}`, 'utf16le'))],
  ['Latin-1', new Uint8Array(Buffer.from(`${HEAD}\nKA01AB0001${ROW.replace('Patil', 'Joã')}`, 'latin1'))],
  ['a NUL', new Uint8Array(Buffer.from(`${HEAD}\nKA01AB0001${ROW.replace('Patil', 'Pa\0til')}`))],
  ['a ZIP', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff, 0xfe])],
])('%s is no CSV in UTF-8', async (_name, content) => {
  expect(await rejection(send('ambulances', content))).toEqual(NOT_TEXT)
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
])('%j is rejected: %s', async (content, text) => {
  expect(await rejection(send('ambulances', content))).toEqual({ file: [text] })
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
