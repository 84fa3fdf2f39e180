import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { NODE_FLAGS } from '@tvarit/server/node-flags'

export interface Cost {
  /** Milliseconds of the processor that the server's main thread used. */
  main_ms: number
  /** The same of all its threads. */
  all_ms: number
}

export interface MeasuredServer {
  url: string
  /** What Express serves, as `GET /s/:token`. */
  routes: string[]
  /** What the server worked while `work` ran, whatever else the machine did. */
  costOf<T>(work: () => Promise<T>): Promise<Cost & { value: T }>
  stop(): Promise<void>
}

/** A server as a process of its own that tells what its threads have used. */
export async function startMeasuredServer(environment: Record<string, string>): Promise<MeasuredServer> {
  const child = fork(path.join(import.meta.dirname, 'measured-process.ts'), {
    execArgv: NODE_FLAGS,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The measured server ended.')))
  ended.catch(() => {})
  const answer = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [T]
    return message
  }
  const used = () => {
    child.send('used')
    return answer<{ main: number; all: number }>()
  }
  const { url, routes } = await answer<{ url: string; routes: string[] }>()
  return {
    url,
    routes,
    async costOf(work) {
      const before = await used()
      const value = await work()
      const after = await used()
      return { main_ms: (after.main - before.main) / 1000, all_ms: (after.all - before.all) / 1000, value }
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
