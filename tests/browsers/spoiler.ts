import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The product through a proxy that spoils the pages' own scripts, as an engine does that cannot parse them; the last
 * script of each page stays as it is. Resolves with its address.
 */
export async function startSpoiler(upstream: string): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = 'GET', url = '/', headers } = request
      const answer = await fetch(upstream + url, {
        method,
        redirect: 'manual',
        headers: { 'content-type': headers['content-type'] ?? 'text/plain', 'accept-language': 'en' },
        ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      })
      for (const name of ['content-type', 'content-security-policy', 'location'])
        if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name)!)
      const text = await answer.text()
      response.writeHead(answer.status)
      response.end(text.replace(/['"]use strict['"];?/, 'function syntax error (=>'))
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
