import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pressHeaders } from './presses.ts'

/** What was acknowledged, written to a file outside the system before it counts. */
export class Ledger {
  readonly #file: number
  /** Every id a server ever answered for a scan_id. More than one is a doubled press. */
  readonly #answers = new Map<string, Set<number>>()
  #retries = 0

  constructor(file: string) {
    this.#file = fs.openSync(file, 'a')
  }

  get retries(): number {
    return this.#retries
  }

  alertIds = (): number[] => [...new Set([...this.#answers.values()].flatMap((ids) => [...ids]))]
  scanIds = (): string[] => [...this.#answers.keys()]
  doubled = (): number => [...this.#answers.values()].filter((ids) => ids.size > 1).length

  /**
   * One press as the page makes it: the same scan_id again and again, at another server each time, until one answers
   * 201. One press in ten is sent once more although it was answered, as a page does whose answer got lost.
   */
  async press(urls: string[], sticker: string): Promise<void> {
    const scan_id = randomUUID()
    const again = Math.random() < 0.1
    let answers = 0
    let failures = 0
    for (let turn = Math.floor(Math.random() * urls.length); answers < (again ? 2 : 1); turn++) {
      const id = await pressOnce(urls[turn % urls.length]!, sticker, scan_id).catch(() => null)
      if (id === null) {
        this.#retries += 1
        failures += 1
        await wait(Math.min(4_000, 150 * 2 ** failures) * (0.5 + Math.random() / 2))
        continue
      }
      fs.writeSync(this.#file, `${scan_id} ${sticker} ${id}\n`)
      const ids = this.#answers.get(scan_id) ?? new Set()
      this.#answers.set(scan_id, ids.add(id))
      answers += 1
    }
  }
}

function pressOnce(url: string, sticker: string, scan_id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ scan_id, latitude: 12.9716, longitude: 77.5946, accuracy: 12 })
    const request = http.request(
      `${url}/api/scan/${sticker}/alerts/`,
      { method: 'POST', agent: false, headers: pressHeaders(body), timeout: 8_000 },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('aborted', () => reject(new Error('cut off')))
        response.on('end', () => {
          if (response.statusCode === 201) resolve((JSON.parse(text) as { id: number }).id)
          else reject(new Error(`${response.statusCode} ${text}`))
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    request.end(body)
  })
}
