import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

export interface Process {
  pid: number
  /** SIGKILL: no chance to say goodbye. Resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** False once it has ended for whatever reason. */
  alive(): boolean
}

/**
 * Starts server or worker as the product does, as a process of its own, and waits until it says that it is ready. With
 * `largest_file_kb` the kernel does not let any file of its grow beyond that, as a full disk would.
 */
export async function startProcess(
  name: 'server' | 'worker',
  environment: Record<string, string>,
  options: { largest_file_kb?: number } = {},
): Promise<Process> {
  const { largest_file_kb } = options
  const limit = largest_file_kb === undefined ? '' : `ulimit -f ${largest_file_kb} && `
  const main = path.join(root, name, 'main.ts')
  const child: ChildProcess = spawn('bash', ['-c', `${limit}exec "$0" "$1"`, process.execPath, main], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', process.env.TEST_LOG ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  await Promise.race([
    new Promise<void>((resolve) => child.on('message', (message) => message === 'ready' && resolve())),
    exited.then((code) => {
      throw new Error(`${name} ended with ${code} before it was ready`)
    }),
  ])
  return {
    pid: child.pid!,
    alive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
