import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@tvarit/shared/platform/free-port'
import { pressBody } from './presses.ts'
import { cpuSeconds, startProcess } from './processes.ts'
import { nowMs } from './statistics.ts'

export interface RouteSpeed {
  per_second: number
  /** Server CPU in microseconds per request: what the noise of a shared machine disturbs least. */
  cpu_us: number
}

/** Requests per second of one fresh server process with 50 connections, each sending its next request on the answer. */
export async function measureRoute(route: 'ours' | 'plain', seconds: number): Promise<RouteSpeed> {
  const port = await freePort()
  const server = await startProcess(path.join(import.meta.dirname, 'route-server.ts'), {
    environment: { ROUTE: route, PORT: String(port), NODE_ENV: 'test' },
  })
  const counter = { answers: 0 }
  const sockets = Array.from({ length: 50 }, () => keepAsking(port, counter))
  try {
    await wait(1_000)
    const [answers, cpu, begin] = [counter.answers, cpuSeconds(server.pid), nowMs()]
    await wait(seconds * 1_000)
    const done = counter.answers - answers
    return {
      per_second: (done * 1_000) / (nowMs() - begin),
      cpu_us: ((cpuSeconds(server.pid) - cpu) * 1e6) / done,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
}

const OK = 'HTTP/1.1 201'

function keepAsking(port: number, counter: { answers: number }): net.Socket {
  const body = pressBody()
  const request = Buffer.from(
    `POST /api/scan/123456789ABCDEFG/alerts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `X-Forwarded-For: 198.51.100.7\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  let text = ''
  socket.on('error', () => {})
  socket.on('connect', () => socket.write(request))
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (text.length >= OK.length && !text.startsWith(OK)) throw new Error(`The route answered ${text.slice(0, 600)}`)
    // The answers are small JSON objects: the closing brace is the end of the body.
    if (!text.endsWith('}')) return
    text = ''
    counter.answers += 1
    socket.write(request)
  })
  return socket
}
