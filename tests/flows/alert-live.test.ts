import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

interface Message {
  type: string
  payload: { id: number; seq: number; user: { first_name: string; last_name: string } }
}

/** A client of the plain WebSocket; resolves once it is open or refused. */
async function plain(query: string, headers: Record<string, string> = {}) {
  const messages: Message[] = []
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws/alerts/${query}`, { headers })
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message))
  const refused = await new Promise<number | null>((resolve) => {
    socket.on('open', () => resolve(null))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  return { messages, socket, refused }
}

test('a new alert is on every console of every server process', async () => {
  const another = await world.anotherServer()
  const staff = await Promise.all([createPerson(world, 'staff'), createPerson(world, 'admin')])
  const screens = [
    openScreen(world.url, staff[0].access),
    openScreen(world.url, staff[1].access),
    openScreen(another.url, staff[0].access),
  ]
  await until('all screens have their snapshot', () => screens.every((screen) => screen.events.length > 0))
  const { sticker } = await createSubscriber(world, { first_name: 'Meera' })
  const { id } = await press(world.url, sticker.token, { latitude: 12.9, longitude: 77.5, accuracy: 20 })
  await until('every screen has it', () => screens.every((screen) => screen.alertIds().has(id)))
  expect(screens[2]!.latest(id)).toMatchObject({ status: 'PENDING', latitude: 12.9, user: { first_name: 'Meera' } })
  await Promise.all(screens.map((screen) => screen.close()))
})

test('a console that was away gets exactly what it missed, in order, once', async () => {
  const staff = await createPerson(world, 'staff')
  const first = openScreen(world.url, staff.access)
  await until('the snapshot is there', () => first.events[0])
  const cursor = String(first.events[0]!.seq)
  await first.close()
  const subscribers = await Promise.all(Array.from({ length: 3 }, () => createSubscriber(world)))
  const ids: number[] = []
  for (const { sticker } of subscribers) ids.push((await press(world.url, sticker.token)).id)
  const again = openScreen(world.url, staff.access, cursor)
  await until('the missed alerts are there', () => again.events.length >= 3)
  const changes = again.events.map((event) => (event.type === 'alert' ? event.alert.id : event.type))
  expect(changes).toEqual(ids)
  await again.close()
})

test('a console without a cursor starts with every open alert, and with none that is closed', async () => {
  const staff = await createPerson(world, 'staff')
  const [open, closed] = [await createSubscriber(world), await createSubscriber(world)]
  const pending = await press(world.url, open.sticker.token)
  const done = await press(world.url, closed.sticker.token)
  await fetch(`${world.url}/api/qr/alerts/${done.id}/update/`, {
    method: 'PATCH',
    headers: staff.headers,
    body: JSON.stringify({ status: 'ATTENDED', description: 'Done' }),
  })
  const screen = openScreen(world.url, staff.access)
  const snapshot = await until('the snapshot is there', () => screen.events[0])
  expect(snapshot.type).toBe('snapshot')
  expect(screen.alertIds().has(pending.id)).toBe(true)
  expect(screen.alertIds().has(done.id)).toBe(false)
  await screen.close()
})

test('a cursor that is too old or from another database is answered with a snapshot, never with a silent gap', async () => {
  const staff = await createPerson(world, 'staff')
  for (const cursor of ['999999999', 'nonsense']) {
    const screen = openScreen(world.url, staff.access, cursor)
    const first = await until('something arrives', () => screen.events[0])
    expect(first.type).toBe('snapshot')
    await screen.close()
  }
})

test('who is removed loses the socket at once, and a role without alerts never gets one', async () => {
  const admin = await createPerson(world, 'admin')
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await until('the snapshot is there', () => screen.events[0])
  const removed = await fetch(`${world.url}/api/users/${staff.id}/delete/`, {
    method: 'DELETE',
    headers: admin.headers,
  })
  expect(removed.status).toBe(200)
  await until('the server refuses the removed person', () => screen.error)
  expect(screen.error!.data?.code).toBe('UNAUTHORIZED')
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token)
  const witness = openScreen(world.url, admin.access)
  await until('the admin sees it', () => witness.alertIds().has(id))
  expect(screen.alertIds().has(id)).toBe(false)
  const user = await createPerson(world, 'user')
  const nosy = openScreen(world.url, user.access)
  await until('the subscriber is refused', () => nosy.error)
  expect(nosy.error!.data?.code).toBe('FORBIDDEN')
  await Promise.all([screen.close(), witness.close(), nosy.close()])
})

test('logging out closes the consoles of that session and of no other', async () => {
  const staff = await createPerson(world, 'staff')
  const colleague = await createPerson(world, 'staff')
  const [mine, theirs] = [openScreen(world.url, staff.access), openScreen(world.url, colleague.access)]
  await until('both have their snapshot', () => mine.events[0] && theirs.events[0])
  await fetch(`${world.url}/api/users/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: staff.refresh }),
  })
  await until('the session is refused', () => mine.error)
  expect(theirs.error).toBeNull()
  expect(theirs.opens).toBe(1)
  await Promise.all([mine.close(), theirs.close()])
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

test('alerts.live over HTTP is refused with where to find it, alone, in a batch and to a person who may not see it', async () => {
  const staff = await createPerson(world, 'staff')
  const user = await createPerson(world, 'user')
  const answer = async (path: string, access?: string) => {
    const response = await fetch(`${world.url}/trpc/${path}`, {
      headers: { accept: 'text/event-stream', ...(access ? { authorization: `Bearer ${access}` } : {}) },
    })
    return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()] as const
  }
  for (const path of ['alerts.live', 'alerts.live?input=%7B%7D', 'alerts.live,alerts.watch?batch=1']) {
    const [status, type, text] = await answer(path, staff.access)
    expect([path, status, type]).toEqual([path, 400, 'application/json'])
    expect(text).toContain('over the WebSocket only: connect to /trpc-ws or /ws/alerts/.')
  }
  expect((await answer('alerts.live', user.access))[0]).toBe(403)
  expect((await answer('alerts.live'))[0]).toBe(401)
})

test('the plain WebSocket sends new_alert with the names, and what was missed when it comes back with its cursor', async () => {
  const staff = await createPerson(world, 'staff')
  const first = await plain(`?token=${staff.access}`)
  expect(first.refused).toBeNull()
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

test('handshakes from foreign pages, wrong paths, wrong tokens and wrong roles are refused before the socket opens', async () => {
  const staff = await createPerson(world, 'staff')
  const user = await createPerson(world, 'user')
  expect((await plain(`?token=${staff.access}`, { origin: 'https://evil.example' })).refused).toBe(403)
  expect((await plain(`?token=${staff.access}`, { origin: 'null' })).refused).toBe(403)
  expect((await plain(`?token=${staff.access}`, { origin: `${world.url}.evil.example` })).refused).toBe(403)
  expect((await plain('?token=nonsense')).refused).toBe(401)
  expect((await plain('')).refused).toBe(401)
  expect((await plain(`?token=${user.access}`)).refused).toBe(403)
  expect((await plain(`../../trpc-ws?token=${staff.access}`)).refused).toBe(403)
  expect((await plain(`../other?token=${staff.access}`)).refused).toBe(404)
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

test('a person who gets another role loses the socket and comes back with the new rights', async () => {
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await until('the snapshot is there', () => screen.events[0])
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', staff.id).execute()
  await until('the server refuses the new role', () => screen.error)
  expect(screen.error!.data?.code).toBe('FORBIDDEN')
  await screen.close()
})

/** A socket of `/trpc-ws` with the code it is closed with, or the status its handshake was refused with. */
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

test('one network holds at most 500 sockets that have not shown who they are; consoles beside them go on', async () => {
  const staff = await createPerson(world, 'staff')
  const screen = openScreen(world.url, staff.access)
  await until('the snapshot is there', () => screen.events[0])
  const flood = Array.from({ length: 520 }, () => rawSocket())
  const statuses = await Promise.all(flood.map(({ opened }) => opened))
  expect([
    statuses.filter((status) => status === 101).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([500, 20])
  const { id } = await press(world.url, (await createSubscriber(world)).sticker.token)
  await until('the screen has the alert', () => screen.alertIds().has(id))
  for (const { socket } of flood) socket.terminate()
  await until('others may come again', async () => {
    const one = rawSocket()
    const status = await one.opened
    one.socket.terminate()
    return status === 101
  })
  await screen.close()
})

test('no stream of random bytes on any WebSocket path brings the server down', async () => {
  for (let round = 0; round < 60; round++) {
    const path = ['/trpc-ws', '/trpc-ws/x', '/ws/alerts/?token=x', '/ws/synthetic?pass=1', '/%00', '/'][round % 6]!
    const { hostname, port } = new URL(world.url)
    const connection = net.connect(Number(port), hostname)
    connection.on('error', () => {})
    const gone = new Promise((resolve) => connection.on('close', resolve))
    connection.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${world.url}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    // Every first byte (fin, reserved bits, opcode) comes up; the rest is whatever it is.
    connection.write(Buffer.concat([Buffer.from([round * 4 + (round >> 2)]), randomBytes(200)]))
    connection.end()
    connection.resume()
    await gone
  }
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
})
