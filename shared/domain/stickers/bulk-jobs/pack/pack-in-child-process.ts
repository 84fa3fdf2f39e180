import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../../platform/settings/config.ts'
import type { PackInput } from './pack-stickers.ts'

/** What the packing process reports: the share done, and in the end the size in bytes or the error. */
export type PackNews = { share: number } | { bytes: number } | { failure: string }

/** A ZIP being made. */
export interface Packing {
  /** Its size in bytes. Rejects when it fails, or gets no further for five minutes. */
  done: Promise<number>
  /** The share done, 0 to 1. */
  progress(): number
  /** Ends the process, done or not. */
  stop(): Promise<void>
}

/** A process without progress for so long hangs; one on a busy machine is only slow. */
const STANDSTILL_MS = 5 * 60_000

const PROGRAM = fileURLToPath(new URL('./pack-process.ts', import.meta.url))
// Keeps memory flat: few objects live long there, so little room for young ones costs no time. One arena of the C
// library wastes less than one for each thread.
const NODE_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=128', '--optimize-for-size']
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }

/** Whether this machine has `chrt` and lets us use it; asked once. */
let has_chrt: boolean | undefined
const hasChrt = () => (has_chrt ??= spawnSync('chrt', ['--idle', '0', 'true']).status === 0)

/**
 * Runs `packStickers` in a process of its own, so that locks are kept, messages sent and alerts served meanwhile. With
 * priority `idle` it runs at idle scheduling priority, GC threads included. On Linux that is SCHED_IDLE, which gives
 * way at once (niceness alone lets it end its slice of 3 ms first), elsewhere the lowest priority.
 */
export function packInChildProcess(input: PackInput, priority: Config['BULK_PRIORITY']): Packing {
  const [idle, chrt] = [priority === 'idle', priority === 'idle' && hasChrt()]
  const child = fork(PROGRAM, {
    ...(chrt
      ? { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath, ...NODE_OPTIONS] }
      : { execArgv: NODE_OPTIONS }),
    // It needs none of our secrets.
    env: { PATH: process.env.PATH, ...ONE_ARENA },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (idle && !chrt && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  const gone = child.pid ? once(child, 'exit') : Promise.resolve()

  let [share, share_before] = [0, -1]
  const timer = setInterval(() => {
    if (share === share_before) child.kill('SIGKILL')
    share_before = share
  }, STANDSTILL_MS)
  const done = new Promise<number>((resolve, reject) => {
    child.on('message', (news: PackNews) => {
      if ('share' in news) share = news.share
      else if ('bytes' in news) resolve(news.bytes)
      else reject(new Error(news.failure))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      reject(new Error(`The drawing process ended with ${signal ?? `code ${code}`} before it was done`))
    })
    child.send(input, (error) => error && reject(error))
  })
  // A caller that waits gets the failure; without one it must not end the worker.
  done.catch(() => {})
  return {
    done,
    progress: () => share,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
