import { setTimeout as wait } from 'node:timers/promises'

/** Awaits a condition: resolves with the first truthy value, rejects with `what` when there is none in time. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  within_ms = 120_000,
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const deadline = Date.now() + within_ms
  for (;;) {
    const value = await look()
    if (value) return value as Exclude<T, false | null | undefined | 0 | ''>
    if (Date.now() > deadline) throw new Error(`Waited ${within_ms} ms in vain until ${what}`)
    await wait(15)
  }
}
