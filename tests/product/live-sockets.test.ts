import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

interface Message {
  type: string
  payload: { id: number; seq: number; user: { first_name: string; last_name: string } }
}

/** A client of the plain WebSocket; resolves once it is open or rejected. */
async function plain(query: string, headers: Record<string, string> = {}) {
  const messages: Message[] = []
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws/alerts/${query}`, { headers })
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message))
  const rejected = await new Promise<number | null>((resolve) => {
    socket.on('open', () => resolve(null))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  return { messages, socket, rejected }
}

/** A socket of `/trpc-ws` with the code it is closed with, or the status its handshake was rejected with. */
function rawSocket(query = '') {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/trpc-ws${query}`, { origin: world.url })
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, opened, closed }
}

test('the plain WebSocket sends new_alert, and missed ones after its cursor', async () => {
  const staff = await createPerson(world, 'staff')
  const first = await plain(`?token=${staff.access}`)
  expect(first.rejected).toBeNull()
  const { sticker } = await createSubscriber(world, { first_name: 'Farah' })
  const { id } = await press(world.url, sticker.token)
  const message = await until('the alert arrives', () => first.messages.find((each) => each.payload.id === id))
  expect(message).toMatchObject({ type: 'new_alert', payload: { user: { first_name: 'Farah', last_name: 'Kumar' } } })
  first.socket.close()
  const missed = await press(world.url, (await createSubscriber(world)).sticker.token)
  const again = await plain(`?token=${staff.access}&since=${message.payload.seq}`)
  await until('the missed one arrives', () => again.messages.length > 0)
  expect(again.messages.map((each) => each.payload.id)).toEqual([missed.id])
  again.socket.close()
})

test('foreign origins, wrong paths, tokens and roles are rejected before the socket opens', async () => {
  const staff = await createPerson(world, 'staff')
  const user = await createPerson(world, 'user')
  expect((await plain(`?token=${staff.access}`, { origin: 'https://evil.example' })).rejected).toBe(403)
  expect((await plain(`?token=${staff.access}`, { origin: 'null' })).rejected).toBe(403)
  expect((await plain(`?token=${staff.access}`, { origin: `${world.url}.evil.example` })).rejected).toBe(403)
  expect((await plain('?token=nonsense')).rejected).toBe(401)
  expect((await plain('')).rejected).toBe(401)
  expect((await plain(`?token=${user.access}`)).rejected).toBe(403)
  expect((await plain(`../../trpc-ws?token=${staff.access}`)).rejected).toBe(403)
  expect((await plain(`../other?token=${staff.access}`)).rejected).toBe(404)
})

test('broken, oversize and unexpected frames close that socket and leave the server standing', async () => {
  const origin = world.url
  const open = async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/trpc-ws?connectionParams=1`, { origin })
    socket.on('error', () => {})
    await new Promise((resolve) => socket.on('open', resolve))
    return socket
  }
  const frames: (string | Buffer)[] = [
    'not json',
    Buffer.from([1, 2, 3]),
    'x'.repeat(70_000),
    '{"method":"connectionParams","data":{"token":5}}',
    '[1,2,3]',
  ]
  for (const frame of frames) {
    const socket = await open()
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.send(frame)
    await closed
  }
  // An invalid WebSocket frame (reserved bits set), straight onto the connection.
  const socket = await open()
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const raw = (socket as unknown as { _socket: { write(data: Buffer): void } })._socket
  raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
  await closed
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
})

test('a socket that showed its token before the logout and subscribes after it gets no snapshot', async () => {
  const staff = await createPerson(world, 'staff')
  const { socket, opened, closed } = rawSocket('?connectionParams=1')
  const messages: string[] = []
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  await opened
  socket.send(JSON.stringify({ method: 'connectionParams', data: { token: staff.access } }))
  socket.send('PING')
  await until('the token was taken', () => messages.includes('PONG'))
  const logout = await fetch(`${world.url}/api/users/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: staff.refresh }),
  })
  expect(logout.status).toBe(200)
  socket.send('{"id":1,"method":"subscription","params":{"path":"alerts.live"}}')
  expect(await closed).toBe(4401)
  expect(messages.filter((text) => text.includes('"started"') || text.includes('snapshot'))).toEqual([])
})

test('a socket that says nothing, or shows no right to watch, is closed after seconds', async () => {
  const silent = rawSocket('?connectionParams=1')
  const strangers = [rawSocket(), rawSocket()]
  for (const { socket, opened } of strangers) {
    await opened
    socket.send('{"method":"connectionParams","data":{"token":"nonsense"}}')
  }
  strangers[1]!.socket.send('{"id":1,"method":"subscription","params":{"path":"alerts.live"}}')
  expect(await Promise.all([silent, ...strangers].map(({ closed }) => closed))).toEqual([4408, 4408, 4401])
})

/** Asks for a WebSocket over a bare connection, which costs less than a client; resolves `status` with the answer's. */
function bareSocket(path: string) {
  const { hostname, port } = new URL(world.url)
  const connection = net.connect(Number(port), hostname)
  connection.on('error', () => {})
  const closed = new Promise((resolve) => connection.on('close', resolve))
  // 0 when it closes without an answer.
  const status = new Promise<number>((resolve) => {
    connection.once('data', (head) => resolve(Number(/^HTTP\S+ (\d+)/.exec(head.toString())?.[1])))
    connection.once('close', () => resolve(0))
  })
  connection.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${world.url}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return { connection, closed, status }
}

test('a network holds at most 500 unauthenticated sockets, and consoles beside them go on', async () => {
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await isLive(screen)
  const leave = (sockets: ReturnType<typeof bareSocket>[]) => {
    for (const { connection } of sockets) connection.destroy()
    return Promise.all(sockets.map(({ closed }) => closed))
  }
  // UnauthenticatedConnections are closed after five seconds: when not all came within them, the first are no longer counted.
  const { flood, statuses } = await until('520 have come within four seconds', async () => {
    const began = Date.now()
    const flood = Array.from({ length: 520 }, () => bareSocket('/trpc-ws'))
    const statuses = await Promise.all(flood.map(({ status }) => status))
    if (Date.now() - began < 4_000) return { flood, statuses }
    await leave(flood)
    return null
  })
  expect([
    statuses.filter((status) => status === 101).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([500, 20])
  const { id } = await press(world.url, (await createSubscriber(world)).sticker.token)
  await until('the screen has the alert', () => screen.alertIds().has(id))
  await leave(flood)
  await until('others may come again', async () => {
    const one = bareSocket('/trpc-ws')
    const status = await one.status
    await leave([one])
    return status === 101
  })
  await screen.close()
})

test('no stream of random bytes on any WebSocket path brings the server down', async () => {
  for (let round = 0; round < 60; round++) {
    const path = ['/trpc-ws', '/trpc-ws/x', '/ws/alerts/?token=x', '/ws/synthetic?pass=1', '/%00', '/'][round % 6]!
    const { connection, closed } = bareSocket(path)
    // Every first byte (fin, reserved bits, opcode) comes up; the rest is whatever it is.
    connection.write(Buffer.concat([Buffer.from([round * 4 + (round >> 2)]), randomBytes(200)]))
    connection.end()
    connection.resume()
    await closed
  }
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
})
