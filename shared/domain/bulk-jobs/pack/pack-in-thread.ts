import { Worker } from 'node:worker_threads'
import type { PackInput } from './pack-stickers.ts'

/** A job that takes this long hangs: fifty times what 5,000 stickers need on a slow machine. */
const LONGEST_MS = 5 * 60_000

/** A ZIP being made. */
export interface Packing {
  /** Its size in bytes. Rejects when it fails or takes five minutes. */
  done: Promise<number>
  /** The share done, 0 to 1. */
  progress(): number
  /** Ends the thread, done or not. */
  stop(): Promise<unknown>
}

/** `packStickers` in a thread of its own, so that locks are kept, messages sent and alerts served meanwhile. */
export function packInThread(input: PackInput): Packing {
  const progress = new Float64Array(new SharedArrayBuffer(8))
  const thread = new Worker(new URL('./pack-thread.ts', import.meta.url), {
    workerData: { input, progress },
    // Few objects live long here: little room for young ones costs no time and keeps the memory of the process flat.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 },
  })
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MS)
  const done = new Promise<number>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The drawing thread ended with code ${code} before it was done`))
    })
  })
  // Whoever waits for it hears of a failure; nobody has to.
  done.catch(() => {})
  return { done, progress: () => progress[0]!, stop: () => thread.terminate() }
}
