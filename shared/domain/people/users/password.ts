import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { Piscina } from 'piscina'
import { LIMITS } from '../../../contracts/limits.ts'
import { sameLetters } from '../../../contracts/same-text.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { PasswordWork } from './password-thread.ts'

/** How many may wait for a thread; each takes some 25 ms. */
const QUEUE = 40

/** Threads that yield to alerts, and one core stays free of them; they are started by the first password. */
const threads = new Piscina<PasswordWork, string | boolean>({
  filename: new URL('password-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxQueue: QUEUE,
  idleTimeout: Infinity,
})

/** SQL: until when a password logs in that is set now by another person than its owner. */
export const firstPasswordEnd = sql<Date>`now() + make_interval(hours => ${LIMITS.first_password_hours})`

/** Hashes a password with argon2id: its letters, however a keyboard writes them. Throws TOO_MANY_REQUESTS when too many are being hashed. */
export const hashPassword = async (password: string): Promise<string> => String(await inThread({ password }))

/**
 * True when the password fits. `stored` null (no user, or a user without a password) takes the same time and is never
 * right. Throws TOO_MANY_REQUESTS when too many are being hashed.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    dummy = undefined
    throw error
  })
  const against = stored ?? (await dummy)
  return (await inThread({ password, stored: against })) === true && stored !== null
}
let dummy: Promise<string> | undefined

async function inThread(work: PasswordWork): Promise<string | boolean> {
  if (threads.queueSize >= QUEUE)
    throw new DomainError('TOO_MANY_REQUESTS', TEXTS.busy_login, { retry_after_seconds: 2 })
  return threads.run({ ...work, password: sameLetters(work.password) })
}
