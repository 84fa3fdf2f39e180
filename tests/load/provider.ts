import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { nowMs } from './statistics.ts'

export interface ProviderCall {
  provider: 'msg91' | 'twilio'
  /** Ten digits. */
  to: string
  at_ms: number
}

export interface Provider {
  url: string
  calls: ProviderCall[]
  /** From now on MSG91's address takes requests and never answers. */
  silence(provider: ProviderCall['provider'], silent: boolean): void
  /** From now on answers take so long. */
  delay(milliseconds: number): void
  close(): Promise<void>
}

/** Both providers' addresses on one port; notes to the microsecond when each message came in. */
export async function startProvider(): Promise<Provider> {
  const calls: ProviderCall[] = []
  const silent = new Set<string>()
  let delay_ms = 0
  const server = http.createServer((request, response) => {
    const at_ms = nowMs()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const provider = request.url!.startsWith('/2010-04-01/') ? 'twilio' : 'msg91'
      if (request.method === 'POST') {
        const text = decodeURIComponent(Buffer.concat(chunks).toString())
        calls.push({ provider, to: /91(\d{10})/.exec(text)?.[1] ?? '', at_ms })
      }
      if (silent.has(provider)) return
      setTimeout(() => answer(provider, request, response), delay_ms)
    })
  })
  const answer = (
    provider: ProviderCall['provider'],
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): void => {
    const sid = randomBytes(16).toString('hex')
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
    if (request.method === 'GET') response.end('{"messages":[]}')
    else
      response.end(
        JSON.stringify(
          provider === 'twilio' ? { sid: `SM${sid}`, status: 'queued' } : { type: 'success', message: sid },
        ),
      )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    silence: (provider, now) => void (now ? silent.add(provider) : silent.delete(provider)),
    delay: (milliseconds) => void (delay_ms = milliseconds),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
