import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PhoneCompany {
  url: string
  /** What it was asked to send, in order. */
  texts: string[]
  close(): Promise<void>
}

/** Twilio's address for messages; each is answered when `delay` of its text has ended. */
export async function startPhoneCompany(delay: (text: string) => Promise<unknown> | undefined): Promise<PhoneCompany> {
  const texts: string[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(Buffer.concat(chunks).toString()))
    const answer = async (body: string) => {
      const text = new URLSearchParams(body).get('Body') ?? ''
      texts.push(text)
      await delay(text)
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sid: `SM${texts.length}-${Math.random()}`, status: 'queued' }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
