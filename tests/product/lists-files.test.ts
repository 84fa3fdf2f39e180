import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { idsOf, readList, walk } from '../harness/list-pages.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Zubin')
const top = await createPerson(world, 'super_distributor', 'Top')
const other = await createPerson(world, 'super_distributor', 'Other')

beforeAll(async () => {
  for (const first_name of ['Ravi', 'Meera', 'Om', '=SUM(A1)']) {
    const { sticker } = await createSubscriber(world, { first_name })
    await press(world.url, sticker.token)
  }
  await world.db.updateTable('alerts').set({ status: 'ATTENDED' }).where('id', 'in', [1, 2]).execute()
  await world.db.updateTable('subscriber_profiles').set({ state: 'Gujarat' }).where('user_id', '>', 0).execute()
  for (let n = 0; n < 5; n++) await createSticker(world)
  for (const parent of [top, other]) {
    for (const first_name of ['Gopal', '+Nand']) {
      const { id } = await createPerson(world, 'distributor', first_name)
      await world.db.updateTable('users').set({ parent_id: parent.id }).where('id', '=', id).execute()
    }
  }
  for (const name of ['Vlogs', '@Ravi', "O'Neil"]) {
    await world.db
      .insertInto('creator_coupons')
      .values({
        name,
        coupon_code: `C-${name}`,
        social_media_name: name,
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      })
      .execute()
  }
})

async function file(path: string, access = admin.access): Promise<string[]> {
  const answer = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${access}` } })
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8'])
  return (await answer.text())
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\n')
}

test.each([
  ['/api/users/subscribers/', 'list/download/', ''],
  ['/api/users/subscribers/', 'list/download/', 'sort=-name&search=gujarat%20o'],
  ['/api/users/subscribers/', 'list/download/', 'plan=BASIC&registered_by=self&state=Gujarat&sort=ending_date'],
  ['/api/users/subscribers/', 'list/download/', 'plan=GOLD'],
  ['/api/coupons/', 'download/', ''],
  ['/api/coupons/', 'download/', 'status=AVAILABLE&voided=without&sort=serial_number'],
  ['/api/coupons/', 'download/', 'search=S1'],
  ['/api/coupons/', 'download/', "search=no'code"],
  ['/api/coupons/', 'download/', 'bulk_job_id=999'],
  ['/api/creator-coupons/', 'download/', "search=o'neil&status=ACTIVE&sort=name"],
  ['/api/qr/alerts/', 'download/', ''],
  ['/api/qr/alerts/', 'download/', 'status=PENDING'],
  ['/api/qr/alerts/', 'download/', 'search=ravi%20kumar'],
  ['/api/users/staffs/', 'download/', 'search=%25'],
  ['/api/users/admins/', 'download/', 'sort=name'],
  ['/api/sales/distributors/', 'download/', 'sort=-name'],
  ['/api/sales/super-distributors/', 'download/', 'search=top'],
  ['/api/sales/stock/people/', 'download/', ''],
  ['/api/sales/stock/people/', 'download/', 'search=gopal'],
])('the file of %s%s?%s has the rows of the list, in its order, whatever the page', async (list, download, query) => {
  const rows = await walk(world, `${list}?${query}&page_size=2`, admin.access)
  const [, ...lines] = await file(`${list}${download}?${query}&page=3&page_size=1&go_to=x`)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(rows)
})

test('what people typed can be no formula in any file', async () => {
  const files = await Promise.all([
    file('/api/users/subscribers/list/download/'),
    file('/api/sales/distributors/download/'),
    file('/api/creator-coupons/download/'),
  ])
  const text = files.flat().join('\n')
  for (const typed of ['=SUM(A1)', '+Nand', '@Ravi']) {
    expect(text).toContain(`'${typed}`)
    expect(text).not.toMatch(new RegExp(`(^|,)"?${typed.replaceAll(/[+()]/g, String.raw`\$&`)}`, 'm'))
  }
})

test('the file of alerts masks phone numbers and has no place, note or health data', async () => {
  const [head, ...lines] = await file('/api/qr/alerts/download/')
  expect(head).not.toMatch(/latitude|landmark|description|health/)
  expect(lines[0]).toMatch(/,XXXXXX\d{4},Gujarat,/)
  expect(lines.join('\n')).not.toMatch(/(?<![\d-])\d{10}(?!\d)/)
})

test('a member of the chain gets the own branch only, and no level that is not theirs', async () => {
  const own = idsOf(await readList(world, '/api/sales/my-distributors/', top.access))
  const [, ...lines] = await file('/api/sales/my-distributors/download/', top.access)
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(own)
  expect(own).toHaveLength(2)
  const { status } = await call(world.url, '/api/sales/super-distributors/download/', { access: top.access })
  expect(status).toBe(403)
})

test('a search that PostgreSQL cannot hold is an error before a connection is taken', async () => {
  const answer = await call(world.url, '/api/hospitals/download/?search=%00', { access: admin.access })
  expect([answer.status, answer.body]).toEqual([400, { detail: 'The text has a character that cannot be stored.' }])
})

test('the audit names the list and its filters, but not what was searched', async () => {
  await file('/api/coupons/download/?status=USED&search=SECRETCODE&page=2')
  const entry = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', 'list.exported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    actor_id: admin.id,
    subject: 'list',
    detail: { list: 'coupons', status: 'USED', searched: true },
  })
})
