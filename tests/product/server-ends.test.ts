import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { expect, test } from 'vitest'
import { createSubscriber } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('a server that shuts down answers open requests and drops kept-alive connections', async () => {
  const { sticker } = await createSubscriber(world)
  const server = await world.anotherServer()
  const [idle, busy, slow] = await Promise.all([1, 2, 3].map(() => pressOnItsWay(server.url, sticker.token)))
  const stopping = server.stop()
  idle!.send()
  await until('its answer was the last one', () => idle!.answers().length === 1 && idle!.closed)
  busy!.send()
  await until('the first is answered', () => busy!.answers().length === 1)
  busy!.again()
  await until('the second was the last one', () => busy!.answers().length === 2 && busy!.closed)
  slow!.send()
  await stopping
  expect(slow!.answers()).toHaveLength(1)
})

/** A connection of its own, with a press whose body the server waits for. */
async function pressOnItsWay(url: string, token: string) {
  const { host, hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let text = ''
  socket.on('data', (piece) => (text += piece.toString('latin1')))
  const body = () => JSON.stringify({ scan_id: randomUUID() })
  const head =
    `POST /api/scan/${token}/alerts/ HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body().length}\r\n`
  const connection = {
    closed: false,
    answers: () => text.match(/HTTP\/1\.1 201 /g) ?? [],
    send: () => socket.write(body()),
    again: () => socket.write(`${head}\r\n${body()}`),
  }
  socket.on('close', () => (connection.closed = true))
  socket.write(`${head}Expect: 100-continue\r\n\r\n`)
  await until('the server waits for the body', () => text.includes('HTTP/1.1 100 '))
  return connection
}
