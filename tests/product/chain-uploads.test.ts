import { once } from 'node:events'
import http from 'node:http'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import {
  callTrpc,
  type Files,
  filesKept,
  PDF,
  pdf,
  photo,
  registerSubordinate,
  subordinateFields,
  subordinateForm,
  writtenInChain,
} from '../harness/chain.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')

const DOCUMENTS = ['aadhar_upload', 'pan_upload', 'gstin_upload'] as const

/** Sends these files over REST and over tRPC: rejected alike, and neither rows nor files are written. */
async function rejected(files: Files, status: number, body: unknown): Promise<void> {
  const before = await writtenInChain(world)
  const rest = await registerSubordinate(world, admin, subordinateFields(), files)
  expect([rest.status, rest.body]).toEqual([status, body])
  const form = await subordinateForm(subordinateFields(), files)
  const trpc = await callTrpc(world, 'chain.register', form, admin.access)
  expect([trpc.status, trpc.rejection]).toEqual([status, body])
  expect(await writtenInChain(world)).toEqual(before)
}

/** A file that begins as a PDF and has this many bytes. */
const heavyPdf = (bytes: number) => pdf(Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]))
const heavyPhoto = async (bytes: number) => {
  const small = Buffer.from(await (await photo()).arrayBuffer())
  return new Blob([small, Buffer.alloc(bytes - small.length)], { type: 'image/jpeg' })
}

const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a PNG', png],
  ['a Windows program', Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff', 'latin1')],
  ['a ZIP', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'latin1')],
  ['HTML with a PDF further down', Buffer.concat([Buffer.from('<script>alert(1)</script>\n'), PDF])],
  ['a PDF after a kilobyte of something else', Buffer.concat([Buffer.alloc(1_025, ' '), PDF])],
  ['a PNG with a PDF in it', Buffer.concat([png, PDF])],
  ['almost nothing', '%PDF'],
])('%s named .pdf is rejected under each of the three document fields', async (_what, content) => {
  for (const field of DOCUMENTS) {
    await rejected({ [field]: pdf(content) }, 400, { [field]: ['The file must be a PDF.'] })
  }
})

test('a PDF with a few bytes in front, as scanners leave, is a PDF', async () => {
  for (const before of ['\n', '\ufeff', '\0\0\0\0', 'Content-Type: application/pdf\r\n\r\n']) {
    const files = { pan_upload: pdf(Buffer.concat([Buffer.from(before), PDF])) }
    const made = await registerSubordinate(world, admin, subordinateFields(), files)
    expect([before, made.status]).toEqual([before, 201])
  }
})

test('an empty or a missing file is a missing field', async () => {
  for (const field of ['photo', ...DOCUMENTS]) {
    await rejected({ [field]: pdf('') }, 400, { [field]: ['This field is required'] })
    await rejected({ [field]: null }, 400, { [field]: ['This field is required'] })
  }
})

test('a document above 5 MB is rejected under its own field', async () => {
  for (const field of DOCUMENTS) {
    const file = heavyPdf(LIMITS.document_bytes + 1)
    await rejected({ [field]: file }, 413, { [field]: ['The file must be at most 5 MB.'] })
  }
})

test('four files of exactly 5 MB in one form are accepted over REST and tRPC', async () => {
  const files = {
    photo: await heavyPhoto(LIMITS.photo_bytes),
    aadhar_upload: heavyPdf(LIMITS.document_bytes),
    pan_upload: heavyPdf(LIMITS.document_bytes),
    gstin_upload: heavyPdf(LIMITS.document_bytes),
  }
  expect((await registerSubordinate(world, admin, subordinateFields(), files)).status).toBe(201)
  const form = await subordinateForm(subordinateFields(), files)
  expect((await callTrpc(world, 'chain.register', form, admin.access)).status).toBe(200)
})

test('a file nobody asked for and a second file of one field are rejected', async () => {
  const before = await writtenInChain(world)
  const extra = await subordinateForm(subordinateFields())
  extra.append('virus', pdf(), 'virus.pdf')
  const twice = await subordinateForm(subordinateFields(), { photo: null })
  twice.append('pan_upload', pdf(), 'again.pdf')
  for (const form of [extra, twice]) {
    const answer = await call(world.url, '/api/users/register/subordinate/', { body: form, access: admin.access })
    expect(answer.status).toBe(400)
    expect(Object.values(answer.body)).toEqual([['This upload is not expected.']])
  }
  expect(await writtenInChain(world)).toEqual(before)
})

test('an upload that is broken off leaves nothing and the server stays well', async () => {
  const before = await writtenInChain(world)
  const stop = new AbortController()
  const start = '--b\r\ncontent-disposition: form-data; name="pan_upload"; filename="a.pdf"\r\n\r\n%PDF-1.4'
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from(start))
      setImmediate(() => stop.abort())
    },
  })
  const sent = fetch(`${world.url}/api/users/register/subordinate/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.access}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit)
  await expect(sent).rejects.toThrow()
  expect((await registerSubordinate(world, admin)).status).toBe(201)
  expect(filesKept(world).length).toBe(before.files! + 4)
})

test.each(['/api/users/register/subordinate/', '/trpc/chain.register'])(
  'who may not register is answered by %s before a byte of the files is read',
  async (path) => {
    const retailer = await createPerson(world, 'retailer')
    for (const [access, status] of [
      ['nobody', 401],
      [retailer.access, 403],
    ] as const) {
      const request = http.request(`${world.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access}`,
          'content-type': 'multipart/form-data; boundary=b',
          // More than anybody may send: who may not send at all reads that first.
          'content-length': 30_000_000,
        },
      })
      request.flushHeaders()
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      expect(response.statusCode).toBe(status)
      request.destroy()
    }
  },
)

test('a form for a procedure without files is limited like JSON', async () => {
  const form = new FormData()
  form.append('name', 'x'.repeat(200_000))
  const answer = await callTrpc(world, 'creatorCoupons.add', form, admin.access)
  expect([answer.status, answer.rejection]).toEqual([413, { detail: 'The request is too large.' }])
})
