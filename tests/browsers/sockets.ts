import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** They only end what hangs: a browser that starts on a busy machine takes more than 20 s for its first answer. */
const START_MS = 90_000
const ANSWER_MS = 60_000

/** A browser as a child: resolves with the first match in what it says, and stops it with all its own children. */
export async function startBrowser(
  file: string,
  args: string[],
  says: RegExp,
  options: SpawnOptions = {},
): Promise<{ said: string; stop: () => Promise<void> }> {
  const child: ChildProcess = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
  // It has a group of its own, with its children: a run that is broken off must not leave it behind.
  process.once('exit', kill).once('disconnect', kill)
  const stop = async () => {
    process.off('exit', kill).off('disconnect', kill)
    kill()
    await exited
  }
  let output = ''
  const found = new Promise<string>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString()
      const match = says.exec(output)
      if (match) resolve(match[1] ?? match[0])
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    void exited.then(() => reject(new Error(`${file} ended: ${output.slice(-1500)}`)))
    setTimeout(() => reject(new Error(`${file} did not start: ${output.slice(-1500)}`)), START_MS).unref()
  })
  try {
    return { said: await found, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface Connection {
  call<T = Record<string, unknown>>(method: string, params?: Record<string, unknown>): Promise<T>
  close(): void
}

/** Commands and answers by number over a WebSocket: what DevTools and WebDriver BiDi have in common. */
export async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'open')
  const open = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  socket.on('message', (data: Buffer) => {
    const { id, result, error, message } = JSON.parse(data.toString()) as {
      id?: number
      result: never
      error?: unknown
      message?: string
    }
    const call = open.get(id ?? 0)
    if (!call) return
    open.delete(id!)
    if (error) call.reject(new Error(message ?? JSON.stringify(error)))
    else call.resolve(result)
  })
  socket.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('The browser has gone.'))
  })
  return {
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1
        open.set(last, { resolve, reject })
        setTimeout(() => reject(new Error(`The browser does not answer ${method}.`)), ANSWER_MS).unref()
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.terminate(),
  }
}
