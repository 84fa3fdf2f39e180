import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NameServer, type ReverseProxy, startNameServer, startReverseProxy } from '../harness/reverse-proxy.ts'
import { until } from '../harness/until.ts'

/** Behind the proxy: holds every request but those about its health. */
const held: { url: string; response: http.ServerResponse }[] = []
const server = http.createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('{}')
  held.push({ url: request.url!, response })
})
const agent = new http.Agent({ maxSockets: Infinity })
let names: NameServer
let proxy: ReverseProxy
let port: number

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  names = await startNameServer()
  names.answer(['127.0.0.1'])
  port = await freePort()
  proxy = await startReverseProxy({
    DNS_SERVER: names.address,
    SERVER_NAME: `server:${(server.address() as AddressInfo).port}`,
    LISTEN_HTTP: `127.0.0.1:${port}`,
    TLS_CERTIFICATE: '',
  })
  await until('the proxy has found the server', async () => (await send('/readyz')).statusCode === 200)
})
afterAll(async () => {
  agent.destroy()
  server.closeAllConnections()
  server.close()
  await Promise.all([proxy?.stop(), names?.close()])
})

async function send(path: string, method = 'GET'): Promise<http.IncomingMessage> {
  const [answer] = await once(http.request({ port, path, method, agent }).end(), 'response')
  return (answer as http.IncomingMessage).resume()
}

test('of one network the proxy lets 500 requests wait, and presses and alert pages pass beyond', async () => {
  const rejected: http.IncomingMessage[] = []
  for (let n = 0; n < 520; n++) {
    void send('/api/docs/').then(
      (answer) => void rejected.push(answer),
      () => {},
    )
  }
  await until('twenty are rejected', () => rejected.length === 20)
  await until('the others have come', () => held.length === 500)
  expect(new Set(rejected.map(({ statusCode, headers }) => `${statusCode} ${headers['retry-after']}`))).toEqual(
    new Set(['429 5']),
  )
  for (const [path, method] of [
    ['/api/scan/TOKEN/alerts/', 'POST'],
    ['/s/TOKEN', 'POST'],
    ['/s/TOKEN', 'GET'],
    ['/a/TOKEN/state', 'GET'],
  ] as const) {
    const passed = send(path, method)
    const { response } = await until(`${path} has come`, () => held.find(({ url }) => url === path))
    held.splice(500)
    response.end()
    expect((await passed).statusCode).toBe(200)
  }
  for (const { response } of held) response.end()
  await until('there is room again', async () => {
    const again = send('/api/docs/')
    const { response } = await until('it has come', () => held[500])
    response.end()
    return (await again).statusCode === 200
  })
})
