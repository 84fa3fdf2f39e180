import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

interface Bounds {
  /** What runs at once: in all, and of one key. */
  running: number
  running_of_key: number
  /** What waits: in all, and of one key. */
  waiting: number
  waiting_of_key: number
  /** The longest; the shortest is a tenth less. */
  wait_ms: number
  /** Begins one in each turn of the event loop, so that what else has arrived comes between two of them. */
  one_a_turn?: boolean
  /** What is thrown where there is no room, or no turn in time. */
  busy(): Error
}

interface Lane {
  running: number
  /** Their beginnings, in their order. */
  waiting: Set<() => void>
}

/** Each at a moment of its own: an answer at once would bring the next request at once, and those of a flood all together. */
const REJECTED_AFTER_MS = { least: 1_000, most: 4_000 }

/**
 * Bounds how much runs and waits at once, in all and for each key (a network). What waits begins in its order, the keys
 * in turn, so that one with much to do holds nobody else up.
 */
export class KeyedQueue {
  readonly #bounds: Bounds
  /** The one that has waited longest for its turn first. */
  readonly #lanes = new Map<string, Lane>()
  #running = 0
  #waiting = 0
  #scheduled = false

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Whether nothing runs or waits. */
  get idle(): boolean {
    return this.#lanes.size === 0
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Throws `busy`, after a moment, when there is no room for one more of this key. */
  async throwIfFull(key: string): Promise<void> {
    if (!this.#isFull(key)) return
    await wait(randomInt(REJECTED_AFTER_MS.least, REJECTED_AFTER_MS.most))
    throw this.#bounds.busy()
  }

  /** Resolves when it is the caller's turn, with what ends it. Throws `busy` when there is no room, or no turn in time. */
  async enter(key: string): Promise<() => void> {
    const { wait_ms, busy } = this.#bounds
    // Without a pause between the look and the entry.
    if (this.#isFull(key)) await this.throwIfFull(key)
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(key, lane)
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(
        () => {
          lane.waiting.delete(begin)
          this.#waiting -= 1
          this.#drop(key, lane)
          reject(busy())
          // Those that came together do not all give up together.
        },
        randomInt(wait_ms * 0.9, wait_ms),
      )
      lane.waiting.add(begin)
      this.#waiting += 1
      this.#advance()
    })
    return () => {
      lane.running -= 1
      this.#running -= 1
      this.#drop(key, lane)
      this.#advance()
    }
  }

  #isFull(key: string): boolean {
    const lane = this.#lanes.get(key)
    const none = this.#waiting >= this.#bounds.waiting || (lane?.waiting.size ?? 0) >= this.#bounds.waiting_of_key
    return none && !this.#hasRoom(lane ?? { running: 0, waiting: new Set() })
  }

  #hasRoom(lane: Lane): boolean {
    return this.#running < this.#bounds.running && lane.running < this.#bounds.running_of_key
  }

  #advance(): void {
    if (!this.#bounds.one_a_turn) while (this.#beginNext());
    else if (!this.#scheduled && this.#waiting > 0) {
      this.#scheduled = true
      setImmediate(() => {
        this.#scheduled = false
        if (this.#beginNext()) this.#advance()
      })
    }
  }

  #beginNext(): boolean {
    if (this.#waiting === 0) return false
    for (const [key, lane] of this.#lanes) {
      const [begin] = lane.waiting
      if (!begin || !this.#hasRoom(lane)) continue
      lane.waiting.delete(begin)
      this.#waiting -= 1
      lane.running += 1
      this.#running += 1
      // Behind the others.
      this.#lanes.delete(key)
      this.#lanes.set(key, lane)
      begin()
      return true
    }
    return false
  }

  #drop(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(key)
  }
}
