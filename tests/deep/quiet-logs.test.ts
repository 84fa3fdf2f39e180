import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateAll, type OwnPostgres, startOwnPostgres } from '../harness/own-postgres.ts'
import { createSticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startRedis } from '../harness/provide-redis.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

interface Line {
  level: string
  msg: string
  part?: string
  state?: string
  failures?: number
}

/** How long a store is away. In that time a hundred attempts fail. */
const AWAY_MS = 6_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-quiet-'))
let redis: Awaited<ReturnType<typeof startRedis>>
let postgres: OwnPostgres
let world: World
let lines: Line[] = []
beforeAll(async () => {
  redis = await startRedis(folder)
  postgres = await startOwnPostgres()
  await migrateAll(postgres.url)
  world = await createWorld({
    database_url: postgres.url,
    settings: { REDIS_URL: redis.url, LOG_LEVEL: 'info' },
    log_to: (line) => lines.push(JSON.parse(line) as Line),
  })
})
afterAll(async () => {
  await world?.stop()
  await postgres?.[Symbol.asyncDispose]()
  await redis?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** What the log says of an outage, from its beginning to its end. */
async function during(part: string, away: () => Promise<unknown>, back: () => Promise<unknown>): Promise<Line[]> {
  lines = []
  await away()
  await until(`the log says that ${part} is away`, () => lines.some((line) => line.part === part))
  await wait(AWAY_MS)
  await back()
  await until(`the log says that ${part} is back`, () =>
    lines.some((line) => line.part === part && line.state === 'back'),
  )
  return lines.filter(({ msg, level }) => (msg !== 'request' && level !== 'info') || msg.endsWith('is back'))
}

test('a Redis that is away is one line, and one when it is back, with the count of failures', async () => {
  const { token } = await createSticker(world)
  const said = await during(
    'redis',
    async () => {
      process.kill(redis.pid, 'SIGKILL')
      await press(world.url, token)
    },
    async () => {
      redis = await startRedis(folder, Number(new URL(redis.url).port))
    },
  )
  expect(said.map(({ part, state }) => `${part} ${state}`)).toEqual(['redis away', 'redis back'])
  expect(said[1]!.failures).toBeGreaterThan(30)
})

test('a database that is away is one line, and one when it is back', async () => {
  const said = await during('database', postgres.kill, postgres.start)
  expect(said.map(({ part, state }) => `${part} ${state}`)).toEqual(['database away', 'database back'])
  expect(said[1]!.failures).toBeGreaterThan(30)
})

test('the level of a line is a word', () => {
  expect(
    [...new Set(lines.map(({ level }) => level))].every((level) => /^(debug|info|warn|error|fatal)$/.test(level)),
  ).toBe(true)
  expect(lines.length).toBeGreaterThan(1)
})
