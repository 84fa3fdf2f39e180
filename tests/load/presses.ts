import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { nowMs } from './statistics.ts'

export interface Press {
  /** Id of the alert, as the server answered. */
  id: number
  /** When the request was sent and when its answer was there, on the system's monotonic clock. */
  sent_ms: number
  answered_ms: number
}

interface Options {
  urls: string[]
  /** One sticker per press. */
  stickers: string[]
  per_second: number
}

/**
 * Presses stickers at a fixed rate over real HTTP, in turn at each server, whether or not earlier ones have been
 * answered. Rejects when one is refused.
 */
export async function pressAll(options: Options): Promise<Press[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const begin = nowMs()
  const presses: Promise<Press>[] = []
  for (const [index, sticker] of options.stickers.entries()) {
    const due = begin + (index * 1_000) / options.per_second
    const early = due - nowMs()
    if (early > 0) await wait(early)
    presses.push(press(agent, options.urls[index % options.urls.length]!, sticker))
  }
  try {
    return await Promise.all(presses)
  } finally {
    agent.destroy()
  }
}

/** What the page sends; every press comes from another phone and another address. */
export function pressBody(): string {
  return JSON.stringify({
    scan_id: randomUUID(),
    latitude: 12.9716,
    longitude: 77.5946,
    accuracy: 12,
    device_id: randomUUID(),
    language: 'hi',
  })
}

let addresses = 0
export const pressHeaders = (body: string): http.OutgoingHttpHeaders => {
  addresses += 1
  const address = `198.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-forwarded-for': address }
}

function press(agent: http.Agent, url: string, sticker: string): Promise<Press> {
  return new Promise((resolve, reject) => {
    const body = pressBody()
    const headers = pressHeaders(body)
    const sent_ms = nowMs()
    const request = http.request(
      `${url}/api/scan/${sticker}/alerts/`,
      { method: 'POST', agent, headers },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => {
          const answered_ms = nowMs()
          if (response.statusCode !== 201)
            return reject(new Error(`A press was refused: ${response.statusCode} ${text}`))
          resolve({ id: (JSON.parse(text) as { id: number }).id, sent_ms, answered_ms })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
