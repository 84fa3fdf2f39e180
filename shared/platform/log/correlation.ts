import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `work`, and all it starts, under this id: every log line of it carries the id, and so do the jobs it leaves. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work)

/** The id of the request that is being worked on; null outside of any. */
export const requestId = (): string | null => current.getStore() ?? null
