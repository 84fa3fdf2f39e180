import sharp from 'sharp'
import { randomUUID } from 'node:crypto'
import { erasePerson } from '@tvarit/shared/domain/operations/data-rights/erase-person'
import { removeListedFiles } from '@tvarit/shared/domain/records/files/remove-listed-files'
import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const asha = await createPerson(world, 'staff', 'Asha')

async function raised() {
  const subscriber = await createSubscriber(world)
  return { ...(await press(world.url, subscriber.sticker.token)), user_id: subscriber.id }
}

const detail = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as AlertDetail

async function reject(id: number) {
  await call(world.url, `/api/qr/alerts/${id}/claim/`, { body: {}, access: asha.access })
  const body = { status: 'REJECTED', description: 'A test.' }
  expect(
    (await call(world.url, `/api/qr/alerts/${id}/update/`, { method: 'PATCH', body, access: asha.access })).status,
  ).toBe(200)
}

const photo = (metadata = {}) =>
  sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#7a5' } })
    .jpeg()
    .withMetadata(metadata)
    .toBuffer()

function sendPhoto(status_url: string, content: Buffer, accept = 'application/json') {
  const body = new FormData()
  body.append('photo', new Blob([new Uint8Array(content)]), 'IMG_1.jpg')
  return fetch(`${world.url}${status_url}/photo`, { method: 'POST', headers: { accept }, body, redirect: 'manual' })
}

const sendDetails = (status_url: string, body: object) =>
  fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const wants = async (status_url: string) =>
  ((await (await fetch(`${world.url}${status_url}/state`)).json()) as { call_asked: boolean }).call_asked

test('a photo of the scene is on the alert page, drawn again without its place and camera', async () => {
  const { id, status_url } = await raised()
  const sent = await photo({ exif: { IFD0: { Make: 'SECRETCAMERA' } } })
  expect((await sendPhoto(status_url, sent)).status).toBe(201)
  const { reports, timeline } = await detail(id)
  const kept = Buffer.from(await (await fetch(world.url + reports.at(-1)!.photo)).arrayBuffer())
  expect(kept.includes('SECRETCAMERA')).toBe(false)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1024 })
  expect(timeline.map(({ text }) => text)).toContain('The bystander added a photo.')
})

test('the link to a photo runs out, and a stranger without one gets nothing', async () => {
  const { id, status_url } = await raised()
  await sendPhoto(status_url, await photo())
  const link = (await detail(id)).reports.at(-1)!.photo!
  expect((await fetch(world.url + link.split('?')[0])).status).toBe(404)
  expect((await fetch(world.url + link.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(404)
})

test('an invalid, large or late picture is an error, and nothing is kept', async () => {
  const { id, status_url } = await raised()
  expect((await sendPhoto(status_url, Buffer.from('no picture'))).status).toBe(400)
  expect((await sendPhoto(status_url, Buffer.alloc(6 * 1024 * 1024))).status).toBe(413)
  expect((await sendPhoto('/a/unknown-token-unknown', await photo())).status).toBe(404)
  await reject(id)
  expect((await sendPhoto(status_url, await photo())).status).toBe(400)
  expect((await detail(id)).reports.filter((report) => report.photo)).toEqual([])
})

test('a photo goes as a plain form, too, and the page says so', async () => {
  const { status_url } = await raised()
  const answer = await sendPhoto(status_url, await photo(), 'text/html')
  expect(answer.status).toBe(303)
  const page = await (await fetch(world.url + answer.headers.get('location'))).text()
  expect(page).toContain('The photo was sent.')
})

test('one network adds ten photos to an alert at most', async () => {
  const { id, status_url } = await raised()
  const content = await photo()
  const answers = []
  for (let n = 0; n < 11; n++) answers.push((await sendPhoto(status_url, content)).status)
  expect(answers).toEqual([...Array<number>(10).fill(201), 429])
  expect((await detail(id)).reports.filter((report) => report.photo)).toHaveLength(10)
})

test('a callback request is on the card until that call is noted, and may be repeated', async () => {
  const { id, status_url } = await raised()
  const phone = newPhone()
  expect((await sendDetails(status_url, { call_me: true })).status).toBe(400)
  expect(await wants(status_url)).toBe(false)
  expect((await sendDetails(status_url, { call_me: true, first_respondent_phone: phone })).status).toBe(200)
  expect(await wants(status_url)).toBe(true)
  expect((await detail(id)).call_asked_at).not.toBeNull()
  const noted = () =>
    call(world.url, `/api/qr/alerts/${id}/calls/`, {
      body: { call_id: randomUUID(), person: `bystander:${phone}`, outcome: 'REACHED' },
      access: asha.access,
    })
  expect((await noted()).status).toBe(201)
  expect(await wants(status_url)).toBe(false)
  expect((await sendDetails(status_url, { call_me: true })).status).toBe(200)
  expect(await wants(status_url)).toBe(true)
})

test('without JavaScript a callback request without a number leads back with an error', async () => {
  const { status_url } = await raised()
  const answer = await fetch(`${world.url}${status_url}/details`, {
    method: 'POST',
    body: new URLSearchParams({ call_me: '1' }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toContain('problem=phone')
})

const stored = async (key: string) => {
  const path = world.ctx().storage.signedPath(key, 60)
  return (await fetch(world.url + path)).status === 200
}

test('after its time, and when its person is erased, a photo goes with its file', async () => {
  const first = await raised()
  const second = await raised()
  for (const { id, status_url } of [first, second]) {
    await sendPhoto(status_url, await photo())
    await reject(id)
  }
  const keyOf = async ({ id }: { id: number }) =>
    (
      await world.db
        .selectFrom('alert_reports')
        .select('photo')
        .where('alert_id', '=', id)
        .where('photo', 'is not', null)
        .executeTakeFirstOrThrow()
    ).photo!
  const keys = [await keyOf(first), await keyOf(second)]
  const ctx = world.ctx()
  await world.db
    .transaction()
    .execute((db) => erasePerson(db, { user_id: first.user_id, erased_by: null, reason: null }))
  await removeListedFiles({ ctx })
  expect(await stored(keys[0]!)).toBe(false)
  expect(await stored(keys[1]!)).toBe(true)
  await world.advanceTime(181 * 86_400_000)
  await runRetention({ ctx })
  await removeListedFiles({ ctx })
  expect(await stored(keys[1]!)).toBe(false)
})
