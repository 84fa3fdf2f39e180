import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { TEXTS } from '../../contracts/texts.ts'
import { Refusal } from '../../platform/refusal.ts'

// OWASP's first choice for argon2id (algorithm 2): 19 MiB, two passes, one lane.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing shares Node's four worker threads with files and DNS: one of them, and one core, stays free for alerts.
const SLOTS = Math.min(3, Math.max(1, availableParallelism() - 1))
/** How many may wait for a slot; each takes some 25 ms. */
const QUEUE = 40

let running = 0
const waiting: (() => void)[] = []

/** Hashes a password with argon2id. Throws TOO_MANY_REQUESTS when too many are being hashed. */
export const hashPassword = (password: string): Promise<string> => withSlot(() => hash(password, OPTIONS))

/**
 * True when the password fits. `stored` null (nobody, or somebody without a password) takes the same time and is never
 * right. Throws TOO_MANY_REQUESTS when too many are being hashed.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const against = stored ?? (await dummy)
  return (await withSlot(() => verify(against, password))) && stored !== null
}
let dummy: Promise<string> | undefined

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= SLOTS) {
    if (waiting.length >= QUEUE) throw new Refusal('TOO_MANY_REQUESTS', TEXTS.busy_login, { retry_after_seconds: 2 })
    // The slot is handed over, not given back: nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
