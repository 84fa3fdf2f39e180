import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@tvarit/shared/platform/refusal'

/** Reports of one network, and of all, that wait on one sticker. An answer takes some milliseconds. */
const MOST_OF_NETWORK = 100
const MOST_WAITING = 400
/** As long as a report of another sticker would wait for a connection. */
const WAIT_MS = 5_000
const REFUSED_AFTER_MS = 2_000

interface Waiting {
  network: string
  begin(): void
}

/**
 * Reports of one sticker wait for each other in memory, in their order, and only one of them holds a database connection:
 * they would all stand at that sticker's row lock, and the connections would be missing for other stickers. One that
 * finds the queue full, or waits too long, is told to come again; the page does, with the same `scan_id`.
 */
export class StickerQueue {
  /** Of each sticker that has a report with the database: those that wait behind it. */
  readonly #stickers = new Map<string, Set<Waiting>>()

  async run<Result>(sticker: string, network: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(sticker, network)
    try {
      return await work()
    } finally {
      this.#next(sticker)
    }
  }

  async #turn(sticker: string, network: string): Promise<void> {
    const waiting = this.#stickers.get(sticker)
    if (!waiting) return void this.#stickers.set(sticker, new Set())
    const of_network = [...waiting].filter((each) => each.network === network).length
    if (waiting.size >= MOST_WAITING || of_network >= MOST_OF_NETWORK) {
      // An answer at once would only bring the next request at once.
      await wait(REFUSED_AFTER_MS)
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

  #next(sticker: string): void {
    const waiting = this.#stickers.get(sticker)!
    const [first] = waiting
    if (!first) return void this.#stickers.delete(sticker)
    waiting.delete(first)
    first.begin()
  }
}

const busy = (): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'Many reports of this sticker are arriving. Your report is sent again.', {
    retry_after_seconds: 2,
  })
