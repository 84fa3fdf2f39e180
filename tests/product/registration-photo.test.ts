import fs from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { filesKept } from '../harness/chain.ts'
import { createSticker } from '../harness/people.ts'
import { register, registrationFields, registrationForm, sendRegistration, written } from '../harness/registration.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const blob = (bytes: Uint8Array | string, type = 'image/jpeg') =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

/** A real PNG in one bit per pixel: 50,000 x 50,000 of them are a file of a few hundred kilobytes. */
function pixelBomb(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Registers with a photo and returns the file that was kept. */
async function keptPhoto(photo: Blob): Promise<Buffer> {
  const answer = await register(world, registrationFields(await createSticker(world)), photo)
  expect(answer.status).toBe(201)
  const profile = await world.db
    .selectFrom('subscriber_profiles')
    .select('photo')
    .where('user_id', '=', Number(answer.body.id))
    .executeTakeFirstOrThrow()
  return fs.readFileSync(path.join(world.config.DATA_DIR, 'files', profile.photo!))
}

async function rejectedPhoto(photo: Blob, status: number, text: string): Promise<void> {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  const [before, files] = [await written(world), filesKept(world)]
  const answer = await sendRegistration(world, { ...fields, otp }, photo)
  expect([answer.status, answer.body]).toEqual([status, { photo: [text] }])
  expect(await written(world)).toEqual(before)
  expect(filesKept(world)).toEqual(files)
  expect((await sendRegistration(world, { ...fields, otp })).status).toBe(201)
}

const NO_IMAGE = 'The photo must be a PNG or JPG image.'

test('place, camera and comments of a photo are gone, and it stands upright', async () => {
  const taken = await picture(60, 40)
    .withExif({
      IFD0: { Make: 'SECRETCAMERA', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '12/1 58/1 17/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '77/1 35/1 40/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const kept = await keptPhoto(blob(taken))
  const { exif, xmp, iptc, comments, width, height, format } = await sharp(kept).metadata()
  expect({ exif, xmp, iptc, comments }).toEqual({})
  expect(kept.includes('SECRETCAMERA')).toBe(false)
  expect({ width, height, format }).toEqual({ width: 40, height: 60, format: 'jpeg' })
})

test('a large PNG with transparency becomes a JPEG of at most 1024 pixels on white', async () => {
  const sent = await sharp({
    create: { width: 3000, height: 1500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const kept = await keptPhoto(blob(sent, 'image/png'))
  const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([1024, 512, 3])
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
})

test('what hides behind a picture is not kept', async () => {
  const jpeg = await picture(50, 50).jpeg().toBuffer()
  const kept = await keptPhoto(blob(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\u0003\u0004evil')])))
  expect(kept.includes('<script>')).toBe(false)
  expect(kept.includes('evil')).toBe(false)
})

test('the photo is served only by a signed link that runs out', async () => {
  const fields = registrationFields(await createSticker(world))
  const photo = blob(await picture(50, 50).jpeg().toBuffer())
  const { body } = await register(world, fields, photo)
  await world.advanceTime(61_000)
  const otp = await codeBySms(world, 'login', fields.phone_number)
  const credentials = { phone_number: fields.phone_number, otp }
  const { access } = (await call(world.url, '/api/users/login/otp-verify/', { body: credentials })).body
  const own = await fetch(`${world.url}/api/users/profile/`, { headers: { authorization: `Bearer ${String(access)}` } })
  const detail = (await own.json()) as { id: number; profile: { photo: string } }
  expect(detail.id).toBe(body.id)
  const link = new URL(detail.profile.photo, world.url)
  const served = await fetch(link)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${world.url}${link.pathname}`)).status).toBe(404)
  link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
  expect((await fetch(link)).status).toBe(404)
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['HTML that begins like a PNG', '\x89PNG\r\n\x1a\n<!doctype html><script>alert(1)</script>'],
  ['HTML that begins like a JPEG', '\xff\xd8\xff\xe0<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj'],
  ['a ZIP', 'PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['text', 'hello'],
])('%s is rejected whatever its name and type say, and nothing is written', async (_what, content) => {
  await rejectedPhoto(blob(Buffer.from(content, 'latin1')), 400, NO_IMAGE)
})

test('images of other kinds are rejected', async () => {
  for (const sent of [picture(20, 20).gif(), picture(20, 20).webp(), picture(20, 20).tiff()]) {
    await rejectedPhoto(blob(await sent.toBuffer(), 'image/png'), 400, NO_IMAGE)
  }
})

test('a picture that breaks off is rejected', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer()
  await rejectedPhoto(blob(whole.subarray(0, whole.length / 2)), 400, NO_IMAGE)
})

test.each([7_000, 50_000])(
  'a small file that unpacks to %i x itself pixels is rejected before it is unpacked',
  async (side) => {
    const bomb = pixelBomb(side)
    expect(bomb.length).toBeLessThan(1_000_000)
    await rejectedPhoto(blob(bomb, 'image/png'), 400, 'The photo has too many pixels. Choose a smaller one.')
  },
)

test('a photo above 5 MB is rejected', async () => {
  const jpeg = await picture(50, 50).jpeg().toBuffer()
  const heavy = Buffer.concat([jpeg, Buffer.alloc(LIMITS.photo_bytes + 1 - jpeg.length)])
  await rejectedPhoto(blob(heavy), 413, 'The photo must be at most 5 MB.')
})

test('the name of the file plays no part', async () => {
  const fields = registrationFields(await createSticker(world))
  const otp = await codeBySms(world, 'register', fields.phone_number)
  const name = '../../../../etc/passwd".php'
  const form = registrationForm({ ...fields, otp }, blob(await picture(10, 10).png().toBuffer()), name)
  const answer = await call(world.url, '/api/users/register/subscriber/', { body: form })
  expect(answer.status).toBe(201)
  const photos = await world.db.selectFrom('subscriber_profiles').select('photo').execute()
  for (const { photo } of photos) if (photo) expect(photo).toMatch(/^photos\/[0-9a-f-]{36}\.jpg$/)
})
