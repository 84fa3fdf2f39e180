import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@tvarit/shared/platform/domain-error'

/** The most requests that wait for one row: of one network, and in all. An answer takes some milliseconds. */
const MOST_OF_NETWORK = 100
const MOST_WAITING = 400
/** As long as a request would wait for a connection. */
const WAIT_MS = 5_000
/** Each at a moment of its own: those of a flood would else come again all at once, and hold everybody else up. */
const REFUSED_AFTER_MS = { least: 1_000, most: 4_000 }

interface Waiting {
  network: string
  begin(): void
}

/**
 * Queues requests that would wait for one row of the database (reports of one sticker, additions to one alert) in
 * memory, in their order. Only one of them holds a connection; else they would all wait at that row's lock and take the
 * connections of others. A request that finds the queue full, or waits too long, is asked to come again; the page does,
 * with the same `scan_id`.
 */
export class TurnQueue {
  /** For each row that is being worked on: the requests that wait. */
  readonly #rows = new Map<string, Set<Waiting>>()

  async run<Result>(row: string, network: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(row, network)
    try {
      return await work()
    } finally {
      this.#next(row)
    }
  }

  async #turn(row: string, network: string): Promise<void> {
    const waiting = this.#rows.get(row)
    if (!waiting) return void this.#rows.set(row, new Set())
    const of_network = [...waiting].filter((each) => each.network === network).length
    if (waiting.size >= MOST_WAITING || of_network >= MOST_OF_NETWORK) {
      // An answer at once would only bring the next request at once.
      await wait(randomInt(REFUSED_AFTER_MS.least, REFUSED_AFTER_MS.most))
      throw busy()
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const own = { network, begin }
      const timer = setTimeout(() => {
        waiting.delete(own)
        reject(busy())
      }, WAIT_MS)
      waiting.add(own)
    })
  }

  #next(row: string): void {
    const waiting = this.#rows.get(row)!
    const [first] = waiting
    if (!first) return void this.#rows.delete(row)
    waiting.delete(first)
    first.begin()
  }
}

const busy = (): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'Many reports of this sticker are arriving. Please send yours again in a moment.',
    {
      retry_after_seconds: 2,
    },
  )
