import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'

/** A file without an end. */
export const endless = () => ({ stream: Readable.from(chunks()), bytes: 1e12 })
function* chunks() {
  for (;;) yield Buffer.alloc(65_536)
}

/** Asks for a file and hands over the answer as soon as its head is there. */
export async function ask(
  url: string,
  headers: Record<string, string> = {},
  agent: http.Agent | false = false,
): Promise<http.IncomingMessage> {
  const request = http.request(url, { headers, agent }).end()
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.on('error', () => {})
  return answer
}
