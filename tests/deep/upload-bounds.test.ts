import fs from 'node:fs'
import net from 'node:net'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { call, newAddress } from '../harness/api.ts'
import { createSticker, createSubscriber, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startProcess } from '../harness/processes.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })

const ANNOUNCED = 4_400_000
const REGISTRATION = '/api/users/register/subscriber/'

/** The first part of a registration with a photo, whose rest does not come. */
const begun = (url: string, ip: string, path = REGISTRATION, kind = 'multipart/form-data'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nx-forwarded-for: ${ip}\r\n` +
        `content-type: ${kind}; boundary=xx\r\ncontent-length: ${ANNOUNCED}\r\n\r\n` +
        `--xx\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    Buffer.alloc(500_000, 7),
  ])

interface Upload {
  socket: net.Socket
  /** What has come back so far. */
  answer(): string
  ended(): boolean
}

function begin(url: string, ip: string, path?: string, kind?: string): Upload {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  let ended = false
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (ended = true))
  socket.write(begun(url, ip, path, kind))
  return { socket, answer: () => answer, ended: () => ended }
}

const rejected = (uploads: Upload[]) => uploads.filter((each) => each.answer().startsWith('HTTP/1.1 429')).length

test('unfinished uploads are bounded by network and in total before they are read', async () => {
  const greedy = newAddress()
  const uploads = Array.from({ length: 40 }, () => begin(world.url, greedy))
  try {
    await until('all of one network but four are rejected', () => rejected(uploads) === 36)
    const [no] = uploads.filter((each) => each.answer() !== '')
    expect(no!.answer()).toMatch(/retry-after: 5/i)
    expect(no!.answer()).toContain('Too many files are being sent at this moment. Try again in a few seconds.')
    const large = sharp({ create: { width: 900, height: 900, channels: 3, background: '#369' } })
    const photo = new Blob([new Uint8Array(await large.png({ compressionLevel: 0 }).toBuffer())])
    expect(photo.size).toBeGreaterThan(1_000_000)
    expect((await register(world, registrationFields(await createSticker(world)), photo)).status).toBe(201)
    const others = Array.from({ length: 40 }, () => begin(world.url, newAddress()))
    uploads.push(...others)
    await until('sixteen in all are left', () => rejected(others) === 28)
    for (const each of uploads) each.socket.destroy()
    await until('there is room again', async () => {
      const { status } = await register(world, registrationFields(await createSticker(world)), photo)
      return status === 201
    })
  } finally {
    for (const each of uploads) each.socket.destroy()
  }
})

test('an upload by tRPC is bounded in the same way, in the words the web client reads', async () => {
  const greedy = newAddress()
  const uploads = Array.from({ length: 6 }, () => begin(world.url, greedy, '/trpc/subscribers.register'))
  try {
    await until('two are rejected', () => rejected(uploads) === 2)
    const no = uploads.find((each) => each.answer() !== '')!.answer()
    expect(JSON.parse(no.slice(no.indexOf('{')))).toMatchObject({
      error: { data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429, body: { detail: expect.any(String) } } },
    })
  } finally {
    for (const each of uploads) each.socket.destroy()
  }
})

test('without a script, a photo that finds no room leads to a page with 112, not raw text', async () => {
  const { sticker } = await createSubscriber(world)
  const { status_url } = await press(world.url, sticker.token)
  const greedy = newAddress()
  const uploads = Array.from({ length: 5 }, () => begin(world.url, greedy, `${status_url}/photo`))
  try {
    await until('one is rejected', () => rejected(uploads) === 1)
    const no = uploads.find((each) => each.answer() !== '')!.answer()
    expect(no).toMatch(/retry-after: 5/i)
    expect(no).toContain('href="tel:112"')
  } finally {
    for (const each of uploads) each.socket.destroy()
  }
})

test('a form announced in capital letters is bounded as well', async () => {
  const greedy = newAddress()
  const uploads = Array.from({ length: 6 }, () => begin(world.url, greedy, REGISTRATION, 'Multipart/Form-Data'))
  try {
    await until('two are rejected', () => rejected(uploads) === 2)
  } finally {
    for (const each of uploads) each.socket.destroy()
  }
})

const megabytes = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

test('many large pictures at once are drawn one at a time: the memory of one of them is enough', async () => {
  const port = String(await freePort())
  const server = await startProcess('server', { ...world.environment, PORT: port })
  try {
    const url = `http://127.0.0.1:${port}`
    // With as many bytes behind it as a photo has.
    const draw = async (width: number, height: number) =>
      Buffer.concat([
        await sharp({ create: { width, height, channels: 4, background: { r: 200, g: 90, b: 40, alpha: 0.5 } } })
          .png({ progressive: true, compressionLevel: 3 })
          .toBuffer(),
        Buffer.alloc(1_000_000),
      ])
    const send = async (access: string, picture: Buffer) => {
      const body = new FormData()
      body.append('photo', new Blob([new Uint8Array(picture)]), 'me.png')
      return (await call(url, '/api/users/profile/', { method: 'PUT', body, access })).status
    }
    const people = []
    for (let place = 0; place < 6; place++) people.push(await signIn(world, (await createSubscriber(world)).id))
    expect(await send(people[0]!.access, await draw(300, 200))).toBe(200)
    const most = await draw(5_990, 4_000)
    const rest = megabytes(server.pid, 'VmRSS')
    const answers = await Promise.all(people.map(({ access }) => send(access, most)))
    expect(answers).toEqual(answers.map(() => 200))
    expect(megabytes(server.pid, 'VmHWM') - rest).toBeLessThan(280)
    const larger = await draw(8_000, 5_000)
    expect(await send(people[0]!.access, larger)).toBe(400)
  } finally {
    await server.kill()
  }
})
