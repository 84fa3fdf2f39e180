import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { nowMs } from './child.ts'

export interface Press {
  /** 0 when there was no answer. */
  status: number
  /** Of the alert, as the server answered. */
  id: number
  text: string
  /** When the request was sent and when its answer was there, on the system's monotonic clock. */
  sent_ms: number
  answered_ms: number
}

/** After so long a press counts as not answered. */
const PATIENCE_MS = 15_000
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** What the page sends; every press comes from another phone and another address. */
export function pressBody(place = { latitude: 12.9716, longitude: 77.5946, accuracy: 12 }): string {
  return JSON.stringify({ scan_id: randomUUID(), ...place, device_id: randomUUID(), language: 'hi' })
}

let addresses = 0
export const pressHeaders = (body: string): http.OutgoingHttpHeaders => {
  addresses += 1
  const address = `198.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'x-forwarded-for': address }
}

/** One press over real HTTP. */
export function press(url: string, sticker: string, place?: Parameters<typeof pressBody>[0]): Promise<Press> {
  const body = pressBody(place)
  const sent_ms = nowMs()
  return new Promise((resolve) => {
    const answered = (status: number, text: string) => {
      const id = Number(/"id":(\d+)/.exec(text)?.[1] ?? 0)
      resolve({ status, id, text, sent_ms, answered_ms: nowMs() })
    }
    const request = http.request(
      `${url}/api/scan/${sticker}/alerts/`,
      { method: 'POST', agent, headers: pressHeaders(body), signal: AbortSignal.timeout(PATIENCE_MS) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () => answered(answer.statusCode!, text))
        answer.on('error', () => answered(0, text))
      },
    )
    request.on('error', () => answered(0, ''))
    request.end(body)
  })
}

/** Begins `work` at a fixed rate, whether or not earlier ones have ended. */
export async function atRate<T>(count: number, per_second: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const begin = nowMs()
  const begun: Promise<T>[] = []
  for (let n = 0; n < count; n++) {
    const early = begin + (n * 1_000) / per_second - nowMs()
    if (early > 0) await wait(early)
    begun.push(work(n))
  }
  return Promise.all(begun)
}

/** Presses each sticker once, in turn at each server. Rejects when an answer is not 201. */
export function pressAll(urls: string[], stickers: string[], per_second: number): Promise<Press[]> {
  return atRate(stickers.length, per_second, async (n) => {
    const pressed = await press(urls[n % urls.length]!, stickers[n]!)
    if (pressed.status !== 201) throw new Error(`A press was answered ${pressed.status} ${pressed.text}`)
    return pressed
  })
}
