import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { UnauthenticatedConnections } from '@tvarit/server/live/unauthenticated-connections'
import { currentSeq } from '@tvarit/shared/domain/alerts/read-live-changes'
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { bareSocket, frame } from '../harness/bare-socket.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, createSubscriber, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

const paramsOf = (token: string) => JSON.stringify({ method: 'connectionParams', data: { token } })
const subscription = (id: number | string, lastEventId?: string) =>
  JSON.stringify({ id, method: 'subscription', params: { path: 'alerts.live', lastEventId } })

/** An open WebSocket with all it was sent. */
async function connect(path = '/trpc-ws?connectionParams=1') {
  const messages: string[] = []
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}${path}`, { origin: world.url })
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  socket.on('error', () => {})
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('unexpected-response', (_request, { statusCode }) => reject(new Error(`rejected with ${statusCode}`)))
  })
  return { socket, messages, isClosed: () => socket.readyState === WebSocket.CLOSED }
}

/** A known console that gets events. */
async function openConsole(person: Person, id: number | string = 1, lastEventId?: string) {
  const client = await connect()
  client.socket.send(paramsOf(person.access))
  client.socket.send(subscription(id, lastEventId))
  await until('the subscription has started', () => client.messages.find((text) => text.includes('"started"')))
  return client
}

test('an unauthenticated socket has one message parsed, and more end the connection', async () => {
  for (const more of ['PING', subscription(1), 'not json']) {
    const { connection, state } = await bareSocket(world.url)
    state.text = ''
    connection.write(Buffer.concat([frame(1, paramsOf('junk')), ...Array.from({ length: 5 }, () => frame(1, more))]))
    await until('the server has closed it', () => state.closed || state.ended, 6_000)
    expect(state.text).toContain('Too many messages before the token is known')
    expect(state.text).not.toMatch(/PONG|UNAUTHORIZED|Not understood/)
    connection.destroy()
  }
})

test('while a token is checked nothing is read, and nothing that was sent meanwhile is lost', async () => {
  const staff = await createPerson(world, 'staff')
  const other = await createPerson(world, 'staff')
  const witness = await openConsole(other)
  const { socket, messages } = await connect()
  await using locks = await holdLocks(world.pool, 'lock table sessions in access exclusive mode')
  socket.send(paramsOf(staff.access))
  await until('the token is being checked', () => locks.waiting())
  for (let n = 0; n < 5; n++) socket.send('PING')
  socket.send(subscription(1))
  witness.socket.send('PING')
  await until('the server has answered another client', () => witness.messages.includes('PONG'))
  expect(messages).toEqual([])
  await locks.release()
  await until('it has started', () => messages.find((text) => text.includes('"started"')))
  expect(messages.filter((text) => text === 'PONG')).toHaveLength(5)
  socket.terminate()
  witness.socket.terminate()
})

test('messages are counted for known sockets of each kind, pings too: a flood closes the socket', async () => {
  const staff = await createPerson(world, 'staff')
  const flood = async (path: string, what: 'send' | 'ping' | 'pong') => {
    const client = path.startsWith('/ws/') ? await connect(path) : await openConsole(staff)
    let pongs = 0
    client.socket.on('pong', () => (pongs += 1))
    for (let n = 0; n < 100; n++) client.socket[what]('PING')
    await until('the server has closed it', client.isClosed, 6_000)
    return pongs + client.messages.filter((text) => text === 'PONG').length
  }
  const plain = `/ws/alerts/?token=${staff.access}`
  for (const path of ['/trpc-ws', plain]) {
    for (const what of ['send', 'ping', 'pong'] as const) expect(await flood(path, what)).toBeLessThanOrEqual(10)
  }
})

test('a socket that sends and never reads is ended before it costs memory', async () => {
  const { connection, state } = await bareSocket(world.url)
  connection.pause()
  const pings = Buffer.concat(Array.from({ length: 5_000 }, () => frame(1, 'PING')))
  let sent = 0
  await until('the server has ended it', () => {
    if (sent < 20_000_000 && connection.write(pings)) sent += pings.length
    return state.closed
  })
  expect(sent).toBeLessThan(10_000_000)
})

test('a socket that goes on sending after its token was rejected is read no more', async () => {
  const { connection, state } = await bareSocket(world.url)
  const flood = Buffer.concat(Array.from({ length: 500 }, () => frame(1, subscription(1))))
  connection.write(frame(1, paramsOf('junk')))
  await until('it is rejected', () => {
    connection.write(frame(1, subscription(1)))
    return state.text.includes('UNAUTHORIZED')
  })
  await until('it is gone', () => {
    while (connection.bytesWritten < 40_000_000 && connection.write(flood));
    return state.closed || state.ended
  })
  expect(connection.bytesWritten - connection.writableLength).toBeLessThan(10_000_000)
  connection.destroy()
})

test('a socket that ignores the close frame is gone within seconds', async () => {
  const staff = await createPerson(world, 'staff')
  const { connection, state } = await bareSocket(world.url)
  connection.write(Buffer.concat([frame(1, paramsOf(staff.access)), frame(1, subscription(1))]))
  await until('it gets events', () => state.text.includes('"started"'))
  await fetch(`${world.url}/api/users/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: staff.refresh }),
  })
  await until('the close frame is there', () => state.text.includes('Session ended'))
  await until('the connection is gone', () => state.ended, 15_000)
  connection.destroy()
})

test('a rejected handshake leaves no connection behind, though its peer stays', async () => {
  const { connection, state } = await bareSocket(world.url, '/nowhere')
  expect(state.text).toContain('404')
  await until('writing to it fails', () => {
    connection.write('x')
    return state.closed
  })
})

test('unauthenticated sockets have 1,000 places in all, and the longest waiting makes room', () => {
  const strangers = new UnauthenticatedConnections()
  const streams = Array.from({ length: 1_000 }, () => new PassThrough())
  for (const [index, stream] of streams.entries()) expect(strangers.enter(stream, `network ${index % 4}`)).toBe(true)
  expect(strangers.enter(new PassThrough(), 'a call centre')).toBe(true)
  expect(streams.map(({ destroyed }) => destroyed)).toEqual(streams.map((_, index) => index === 0))
})

test('a person has at most 40 sockets, and one closed before login keeps no place', async () => {
  const staff = await createPerson(world, 'staff')
  await using locks = await holdLocks(world.pool, 'lock table sessions in access exclusive mode')
  const gone = await Promise.all(Array.from({ length: 12 }, () => connect()))
  for (const { socket } of gone) {
    socket.send(paramsOf(staff.access))
    socket.send(subscription(1))
  }
  await until('the tokens are being checked', async () => (await locks.waiting()) >= 12)
  for (const { socket } of gone) socket.terminate()
  await locks.release()
  const consoles = []
  for (let n = 0; n < 40; n++) consoles.push(await openConsole(staff))
  const one_more = await connect()
  one_more.socket.send(paramsOf(staff.access))
  one_more.socket.send(subscription(1))
  await until('it is rejected', () => one_more.messages.find((text) => text.includes('TOO_MANY_REQUESTS')))
  for (const { socket } of consoles) socket.terminate()
})

test('150 subscription ids of staff leave no memory behind', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers / 1e6
  }
  const { sticker } = await createSubscriber(world)
  const { id } = await press(world.url, sticker.token, { landmark: 'x'.repeat(100) })
  const first = await createPerson(world, 'staff')
  const watching = await openConsole(first, 'first')
  await world.pool.query(
    `insert into alert_events (alert_id, kind) select $1, 'joined' from generate_series(1, 1000)`,
    [id],
  )
  const newest = await currentSeq(world.db)
  const has = ({ messages }: { messages: string[] }) => messages.some((text) => text.includes(`"id":"${newest}"`))
  await until('the server keeps the events', () => has(watching))
  watching.socket.terminate()
  const before = held()
  for (let person = 0; person < 5; person++) {
    const staff = await createPerson(world, 'staff')
    for (let n = 0; n < 30; n++) {
      const client = await openConsole(staff, `${person}-${n}`, String(newest - 1_000))
      await until('it has everything', () => has(client))
      client.messages.length = 0
      client.socket.terminate()
    }
  }
  expect(held() - before).toBeLessThan(40)
})
