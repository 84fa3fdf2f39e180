import { type ChildProcess, fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

const running = new Set<ChildProcess>()
// Nothing that was started here outlives the benchmark, however it ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

export interface Started {
  child: ChildProcess
  pid: number
  exited: Promise<void>
  /** In order if it can, by force after 3 s. */
  stop(): Promise<void>
}

interface Options {
  environment?: Record<string, string>
  /** Flags of Node. */
  flags?: readonly string[]
  /** Folder for a CPU profile of this process. */
  profile?: string | undefined
  /** Hears each line the process writes, instead of the terminal. */
  on_output?: (line: string) => void
}

/** Starts a TypeScript file as a process of its own and waits for its message 'ready'. Rejects when it ends before. */
export async function startProcess(file: string, options: Options = {}): Promise<Started> {
  const child = fork(file, [], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, ...options.environment },
    execArgv: [
      ...(options.flags ?? []),
      ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []),
    ],
    stdio: ['ignore', options.on_output ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  running.add(child)
  if (options.on_output) createInterface({ input: child.stdout! }).on('line', options.on_output)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (message !== 'ready') return
      child.off('message', onMessage)
      resolve()
    }
    child.on('message', onMessage)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${path.basename(file)} ended with ${code} before it was ready`)))
  })
  return {
    child,
    pid: child.pid!,
    exited,
    async stop() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), 3_000)
      await exited
      clearTimeout(force)
    },
  }
}

/** CPU seconds (user and system) a process has used so far; steps of 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident megabytes of a process. */
export function residentMb(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Sends a message to a process and waits for the answer with the same name. */
export function ask<T>(started: Started, message: { name: string; [key: string]: unknown }): Promise<T> {
  return new Promise((resolve, reject) => {
    const { child } = started
    const onExit = () => reject(new Error(`the process ended while asked for ${message.name}`))
    const onMessage = (answer: unknown) => {
      const { name, value, error } = answer as { name?: string; value?: T; error?: string }
      if (name !== message.name) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      if (error) reject(new Error(error))
      else resolve(value as T)
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send(message)
  })
}
