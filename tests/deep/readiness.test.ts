import { expect, test } from 'vitest'
import { startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status

test('a server whose office pool is exhausted is ready: reports and consoles have their own', async () => {
  const world = await createWorld({ worker: false, impatient: true })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  await until('it is ready', async () => (await readiness(world.url)) === 200)
  const { db } = world.server!.ctx
  const taken = Array.from({ length: 15 }, () => db.connection().execute(() => over))
  await expect(db.selectFrom('live_counter').select('n').execute()).rejects.toThrow('timeout')
  expect(await readiness(world.url)).toBe(200)
  end()
  await Promise.all(taken)
  await world.stop()
})

test('a server whose database is away is not ready, and ready again when it is back', async () => {
  const world = await createWorld({ server: false, worker: false })
  const port = Number(new URL(world.config.DATABASE_URL).port)
  const proxy = await startTcpProxy(port)
  const { url } = await world.anotherServer({
    DATABASE_URL: proxy.through(world.config.DATABASE_URL),
    DATABASE_SESSION_URL: proxy.through(world.config.DATABASE_SESSION_URL),
  })
  await until('it is ready', async () => (await readiness(url)) === 200)
  proxy.target = null
  for (const link of proxy.links) link.cut()
  await until('it is not ready', async () => (await readiness(url)) === 503)
  proxy.target = port
  await until('it is ready again', async () => (await readiness(url)) === 200)
  await world.stop()
  await proxy.close()
})
