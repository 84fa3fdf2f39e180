import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** As the page: how long it waits for an answer, and the longest pause before it tries again. */
const ANSWER_WITHIN_MS = 8_000
const MOST_PAUSE_MS = 15_000

/**
 * Bystanders who press at a steady rate, whether or not earlier presses were answered. Each sends its press again until
 * a server has accepted it, as the page does, and notes what was acknowledged.
 */
export class Bystanders {
  /** Every alert that was ever acknowledged for a press. More than one is a doubled press. */
  readonly acknowledged = new Map<string, Set<number>>()
  /** When an answer came; 201, 503, another status, or 0 for none. */
  readonly answers: { at: number; status: number }[] = []
  slowest_ms = 0
  readonly #presses: Promise<void>[] = []
  readonly #url: string
  readonly #began = performance.now()
  readonly #timer: NodeJS.Timeout
  #stopped_at = 0

  /** `next` gives the sticker of each press. */
  constructor(url: string, next: () => string, per_second: number) {
    this.#url = url
    // A late timer presses for those it missed: the rate is kept on a busy machine.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#began) / 1_000) * per_second
      while (this.#presses.length < due) this.#presses.push(this.#press(next()))
    }, 1_000 / per_second)
  }

  /** The last press is made; resolves when all are acknowledged. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopped_at = performance.now()
    await Promise.all(this.#presses)
  }

  ids = (): number[] => [...this.acknowledged.values()].flatMap((ids) => [...ids])
  doubled = (): number => [...this.acknowledged.values()].filter((ids) => ids.size > 1).length
  count = (wanted: (status: number) => boolean): number => this.answers.filter(({ status }) => wanted(status)).length

  /** Seconds from the first answer 503 to the last one; 0 without any. */
  rejectedSeconds(): number {
    const times = this.answers.filter(({ status }) => status === 503).map(({ at }) => at)
    return times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / 1_000
  }

  /** The longest time, while presses were made, in which none was acknowledged. */
  longestSilenceSeconds(): number {
    const times = this.answers.filter(({ status }) => status === 201).map(({ at }) => at)
    const marks = [this.#began, ...times, Math.max(this.#stopped_at, ...times)]
    return Math.max(...marks.map((at, index) => (index === 0 ? 0 : at - marks[index - 1]!))) / 1_000
  }

  async #press(sticker: string): Promise<void> {
    const scan_id = randomUUID()
    const began = performance.now()
    const phone = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
    for (let failures = 0; ; failures++) {
      const { status, id } = await this.#send(sticker, scan_id, phone)
      this.answers.push({ at: performance.now(), status })
      if (status === 201) {
        this.acknowledged.set(scan_id, (this.acknowledged.get(scan_id) ?? new Set()).add(id))
        this.slowest_ms = Math.max(this.slowest_ms, performance.now() - began)
        return
      }
      await wait(Math.min(MOST_PAUSE_MS, 1_000 * 2 ** failures))
    }
  }

  #send(sticker: string, scan_id: string, phone: string): Promise<{ status: number; id: number }> {
    return new Promise((resolve) => {
      const none = () => resolve({ status: 0, id: 0 })
      const body = JSON.stringify({ scan_id, latitude: 12.9716, longitude: 77.5946, accuracy: 12 })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': phone,
      }
      const address = `${this.#url}/api/scan/${sticker}/alerts/`
      const request = http.request(address, { method: 'POST', agent: false, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', none)
        response.on('end', () => {
          const status = response.statusCode ?? 0
          resolve({ status, id: status === 201 ? (JSON.parse(text) as { id: number }).id : 0 })
        })
      })
      // Covers the body, too.
      const timer = setTimeout(() => request.destroy(), ANSWER_WITHIN_MS)
      request.on('close', () => {
        clearTimeout(timer)
        none()
      })
      request.on('error', none)
      request.end(body)
    })
  }
}
