import { DomainError } from '@tvarit/shared/platform/domain-error'
import { KeyedQueue } from '@tvarit/shared/platform/queues/keyed-queue'

/** For one row; an answer takes some milliseconds, and a request would wait as long for a connection. */
const BOUNDS = { running: 1, running_of_key: 1, waiting: 400, waiting_of_key: 100, wait_ms: 5_000 }

/**
 * Queues requests that would wait for one row of the database (reports of one sticker, additions to one alert) in
 * memory, the networks in turn. Only one of them holds a connection; else they would all wait at that row's lock and
 * take the connections of others. A request that finds the queue full, or waits too long, is asked to come again; the
 * page does, with the same `scan_id`.
 */
export class RowQueues {
  /** For each row that is being worked on. */
  readonly #rows = new Map<string, KeyedQueue>()

  /** Rejects what would find no room, before anything of it is read. */
  throwIfFull(row: string, network: string): Promise<void> {
    return this.#rows.get(row)?.throwIfFull(network) ?? Promise.resolve()
  }

  async run<Result>(row: string, network: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#rows.get(row) ?? new KeyedQueue({ ...BOUNDS, busy })
    this.#rows.set(row, queue)
    try {
      return await queue.run(network, work)
    } finally {
      if (queue.idle) this.#rows.delete(row)
    }
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
