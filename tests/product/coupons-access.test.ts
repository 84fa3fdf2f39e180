import { spokenCode } from '@tvarit/shared/contracts/codes'
import { expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { charactersOf, openPdf } from '../harness/pdf.ts'
import { createPerson, createSticker, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

/** A registered subscriber who has logged in. */
async function signedInSubscriber() {
  const subscriber = await createSubscriber(world)
  const { phone_number } = subscriber
  const otp = await codeBySms(world, 'login', phone_number)
  const { body } = await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp } })
  return { ...subscriber, access: String(body.access) }
}

test('an admin creates a coupon with an empty object, on both paths, audited', async () => {
  const admin = await createPerson(world, 'admin')
  for (const address of ['/api/coupons/', '/api/qr/create/', '/api/coupons']) {
    const answer = await call(world.url, address, { body: {}, access: admin.access })
    expect([answer.status, answer.body.status, answer.body.user]).toEqual([201, 'AVAILABLE', null])
    const id = Number(answer.body.id)
    const row = await world.db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(answer.body).toMatchObject({ serial_number: row.serial_number, coupon_code: row.coupon_code })
    expect(answer.body.scan_url).toBe(`${world.config.PUBLIC_URL}/S/${row.token}`.toUpperCase())
    const audit = await world.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'coupon.created')
      .where('subject_id', '=', id)
      .execute()
    expect(audit).toEqual([{ actor_id: admin.id }])
  }
})

test('an admin’s read of a coupon and its person is audited as a view of health data', async () => {
  const admin = await createPerson(world, 'admin')
  const { id, sticker } = await createSubscriber(world)
  for (const address of [`/api/coupons/${sticker.id}/`, `/api/qr/${sticker.id}/`]) {
    const answer = await call(world.url, address, { access: admin.access })
    expect(answer.body).toMatchObject({
      id: sticker.id,
      serial_number: sticker.serial_number,
      status: 'USED',
      user: { id, profile: { state: 'Karnataka' } },
    })
  }
  const views = await world.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'health.viewed')
    .where('subject_id', '=', id)
    .execute()
  expect(views).toEqual([{ actor_id: admin.id }, { actor_id: admin.id }])
})

test('a subscriber reads and downloads only their own coupon', async () => {
  const own = await signedInSubscriber()
  const other = await createSubscriber(world)
  const free = await createSticker(world)
  const read = (id: number) => call(world.url, `/api/coupons/${id}/`, { access: own.access })
  const download = (id: number) => call(world.url, `/api/qr/${id}/download/`, { access: own.access })
  const label = (id: number) => call(world.url, `/api/qr/${id}/label/`, { access: own.access })
  expect((await read(own.sticker.id)).body).toMatchObject({ id: own.sticker.id, user: { id: own.id } })
  expect((await download(own.sticker.id)).status).toBe(200)
  expect((await label(own.sticker.id)).status).toBe(200)
  for (const id of [other.sticker.id, free.id, 999_999_999]) {
    for (const answer of [await read(id), await download(id), await label(id)]) {
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Coupon not found' }])
    }
  }
})

test('the QR code is downloaded as a PNG file with the name of the specification', async () => {
  const admin = await createPerson(world, 'admin')
  const sticker = await createSticker(world)
  for (const slash of ['/', '']) {
    const answer = await fetch(`${world.url}/api/qr/${sticker.id}/download${slash}`, { headers: admin.headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="coupon-${sticker.id}-qr.png"`)
    const image = Buffer.from(await answer.arrayBuffer())
    expect(image.subarray(1, 4).toString()).toBe('PNG')
  }
})

test('a label is a one-sticker PDF, with the coupon code only while unregistered', async () => {
  const admin = await createPerson(world, 'admin')
  const { sticker: used } = await createSubscriber(world)
  const free = await createSticker(world)
  for (const [sticker, has_code] of [
    [free, true],
    [used, false],
  ] as const) {
    const address = `${world.url}/api/qr/${sticker.id}/label/?kind=card`
    const answer = await fetch(address, { headers: admin.headers })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="label-${sticker.id}-card.pdf"`)
    const [page] = [...(await openPdf(Buffer.from(await answer.arrayBuffer()))).pages()]
    const text = charactersOf(page!)
      .map(({ character }) => character)
      .join('')
    expect(text).toContain(spokenCode(sticker.serial_number))
    expect(text.includes(spokenCode(sticker.coupon_code))).toBe(has_code)
  }
  const wrong = await call(world.url, `/api/qr/${free.id}/label/?kind=poster`, { access: admin.access })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['kind']])
})

test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '1;drop table coupons', '%00'])(
  'the id %j is rejected as bad input',
  async (id) => {
    const admin = await createPerson(world, 'admin')
    for (const address of [`/api/coupons/${id}/`, `/api/qr/${id}/download/`]) {
      const answer = await call(world.url, address, { access: admin.access })
      expect([address, answer.status, Object.keys(answer.body)]).toEqual([address, 400, ['id']])
    }
  },
)

test('the paths of alerts are not mistaken for coupons', async () => {
  const staff = await createPerson(world, 'staff')
  const answer = await call(world.url, '/api/qr/alerts/', { access: staff.access })
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, expect.arrayContaining(['results'])])
})
