import { subscriberQuery } from '@tvarit/shared/domain/subscribers/profile/export-subscribers'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { PATH, subscriberCsv } from '../harness/subscriber-csv.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin')
const { download, subscriberWith } = subscriberCsv(world, admin)

const HEADER =
  'id,first_name,last_name,email,phone_number,address,state,pin_code,start_date,ending_date,serial_number,plan'

test('the file has its name, type, byte order mark, header row and the columns of a subscriber', async () => {
  const { id, sticker } = await subscriberWith({ first_name: 'आशा', address: 'Flat 4, "Shanti", MG Road\nPune' })
  const { bytes, rows, headers } = await download()
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"')
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(rows[0]!.join(',')).toBe(HEADER)
  const row = rows.find((cells) => cells[0] === String(id))!
  expect(row[1]).toBe('आशा')
  expect(row[5]).toBe('Flat 4, "Shanti", MG Road\nPune')
  expect(row.slice(6, 8)).toEqual(['Karnataka', '560001'])
  expect(row.slice(10)).toEqual([sticker.serial_number, 'BASIC'])
})

test('nothing about health and no relative is in the file', async () => {
  const { relatives } = await createSubscriber(world)
  const text = (await download()).bytes.toString('utf8')
  expect(text).not.toMatch(/SECRET|Diabetes|health|medicine|spouse/i)
  for (const number of relatives) expect(text).not.toContain(number)
})

test.each([
  '=1+1',
  '+91 98765',
  '-5',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '  =cmd',
  '"=cmd',
  "'=cmd",
  ' " =cmd',
  '\u00a0=cmd',
  '\ufeff=cmd',
  '\u200b=cmd',
  '＝cmd',
  '＋1',
  '－1',
  '＠x',
])('a cell that a spreadsheet takes for a formula is marked as text: %j', async (dangerous) => {
  const { id } = await subscriberWith({ first_name: dangerous, address: dangerous, email: dangerous })
  const { rows } = await download()
  const row = rows.find((cells) => cells[0] === String(id))!
  expect([row[1], row[3], row[5]]).toEqual([`'${dangerous}`, `'${dangerous}`, `'${dangerous}`])
})

test.each(['Asha', 'D-Souza', 'a=b', '12/4 MG Road', 'आशा', 'É', "O'Neil", '(near) the park', '#12-B', ''])(
  'an ordinary cell stays as it is: %j',
  async (harmless) => {
    const { id } = await subscriberWith({ first_name: harmless, address: harmless })
    const row = (await download()).rows.find((cells) => cells[0] === String(id))!
    expect([row[1], row[5]]).toEqual([harmless, harmless])
  },
)

test('the CSV includes both dates, nothing outside them, and no removed people', async () => {
  const [first, last, before, after, removed] = [
    await subscriberWith({ start_date: '2031-03-01' }),
    await subscriberWith({ start_date: '2031-03-31' }),
    await subscriberWith({ start_date: '2031-02-28' }),
    await subscriberWith({ start_date: '2031-04-01' }),
    await subscriberWith({ start_date: '2031-03-15' }),
  ]
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute()
  const { rows } = await download(`${PATH}?start_date=2031-03-01&end_date=2031-03-31`)
  expect(rows.slice(1).map((row) => Number(row[0]))).toEqual([first.id, last.id])
  expect([before.id, after.id]).toHaveLength(2)
})

test('a person with a replaced sticker is one row, with the sticker that is valid', async () => {
  const { id, sticker } = await subscriberWith({ start_date: '2032-01-01' })
  await world.db.updateTable('coupons').set({ voided_at: new Date() }).where('id', '=', sticker.id).execute()
  const fresh = await createSubscriber(world)
  await world.db.updateTable('coupons').set({ user_id: id }).where('id', '=', fresh.sticker.id).execute()
  const { rows } = await download(`${PATH}?start_date=2032-01-01&end_date=2032-01-01`)
  expect(rows.slice(1).map((row) => row[10])).toEqual([fresh.sticker.serial_number])
})

test('every download is noted with its dates and who made it', async () => {
  const staff = await createPerson(world, 'staff')
  await fetch(`${world.url}${PATH}?start_date=2033-01-01&end_date=2033-02-01`, { headers: staff.headers })
  const notes = await world.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('actor_id', '=', staff.id)
    .where('subject', '=', 'subscribers')
    .execute()
  expect(notes).toEqual([
    { action: 'subscribers.exported', detail: { start_date: '2033-01-01', end_date: '2033-02-01' } },
  ])
})

test.each([
  ['', { start_date: 1, end_date: 1 }],
  ['?start_date=2025-01-01', { end_date: 1 }],
  ['?start_date=&end_date=', { start_date: 1, end_date: 1 }],
  ['?start_date=2025-02-30&end_date=2025-03-01', { start_date: 1 }],
  ["?start_date=2025-01-01'--&end_date=2025-03-01", { start_date: 1 }],
  ['?start_date=2025-03-02&end_date=2025-03-01', { end_date: 1 }],
])('dates %j are rejected by field and nothing is noted', async (query, fields) => {
  const notes = () => world.db.selectFrom('audit_log').select('id').execute()
  const before = await notes()
  const answer = await call(world.url, `${PATH}${query}`, { access: admin.access })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, Object.keys(fields)])
  for (const messages of Object.values(answer.body)) expect(messages).toEqual([expect.any(String)])
  expect(await notes()).toEqual(before)
})

test('the statement of the export is one the database can run for any period', async () => {
  const result = await world.pool.query(subscriberQuery({ start_date: '2020-01-01', end_date: '2020-01-02' }))
  expect(result.rows).toEqual([])
})
