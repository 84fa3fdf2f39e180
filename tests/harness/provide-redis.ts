import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { Redis } from 'ioredis'

export interface ProvidedRedis {
  url: string
  stop(): Promise<void>
}

/**
 * A real Redis: REDIS_URL, else `redis-server` on this machine, else a container, else an error that says what to
 * install. Never a silent skip.
 */
export async function provideRedis(folder: string): Promise<ProvidedRedis> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => {} }
  if (hasRedisServer()) return startRedis(folder)
  const container = await startContainer()
  if (container) return container
  throw new Error('The tests need Redis: install redis-server (Debian: apt-get install redis-server) or set REDIS_URL.')
}

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasRedisServer = () => has('redis-server')

/** With the persistence that production must have: append-only file and no eviction. */
export async function startRedis(folder: string, port?: number): Promise<ProvidedRedis & { pid: number }> {
  const chosen = port ?? (await freePort())
  const dir = path.join(folder, `redis-${chosen}`)
  fs.mkdirSync(dir, { recursive: true })
  const settings = {
    port: chosen,
    bind: '127.0.0.1',
    dir,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    save: '',
  }
  const child = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]),
    {
      stdio: 'ignore',
    },
  )
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const url = `redis://127.0.0.1:${chosen}`
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  await Promise.race([
    client.ping(),
    wait(15_000, undefined, { ref: false }).then(() => {
      throw new Error('redis-server did not answer in 15 s')
    }),
  ])
  client.disconnect()
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function startContainer(): Promise<ProvidedRedis | null> {
  try {
    const { GenericContainer } = await import('testcontainers')
    const container = await new GenericContainer('redis:7').withExposedPorts(6379).start()
    const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
    return { url, stop: async () => void (await container.stop()) }
  } catch {
    return null
  }
}
