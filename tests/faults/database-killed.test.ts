import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrateToLatest } from '@tvarit/migrations/migrate'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/free-port'
import { migrateQueues } from '@tvarit/shared/platform/queues'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startProcess } from '../harness/processes.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

test('PostgreSQL killed three times under presses: what was accepted is on the screens and the relatives are told', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-pgkill-'))
  fs.chmodSync(folder, 0o755)
  const place = { dir: path.join(folder, 'pg'), port: await freePort(), password: 'test', database: 'tvarit' }
  let postgres = await startEmbeddedPostgres(place)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await migrateToLatest(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }))
  await pool.end()
  await migrateQueues(postgres.url)
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const world = await createWorld({
    server: false,
    worker: false,
    database_url: postgres.url,
    settings: { PORT: port, PUBLIC_URL: url },
  })
  const server = await startProcess('server', world.environment)
  const worker = await startProcess('worker', world.environment)
  try {
    const staff = await createPerson(world, 'staff')
    const screen = openScreen(url, staff.access)
    await until('the screen is live', () => screen.events.length > 0)
    const subscribers = await Promise.all(Array.from({ length: 30 }, () => createSubscriber(world)))
    const accepted: number[] = []
    let refusals = 0
    /** As the page does it: the same press again until it is accepted. */
    const pressUntilAccepted = async (token: string) => {
      const scan_id = randomUUID()
      for (;;) {
        const answer = await press(url, token, { scan_id }).catch(() => null)
        if (answer?.http === 201) return void accepted.push(answer.id)
        refusals += 1
        await wait(100)
      }
    }
    for (let round = 0; round < 3; round++) {
      const batch = subscribers.slice(round * 10, round * 10 + 10)
      const presses = batch.map(async ({ sticker }, index) => {
        await wait(index * 30)
        await pressUntilAccepted(sticker.token)
      })
      await until('some are accepted', () => accepted.length > round * 10 + 2)
      killTree(postgres.pid)
      await postgres.exited
      postgres = await startEmbeddedPostgres(place)
      await Promise.all(presses)
    }
    expect(new Set(accepted).size).toBe(30)
    expect(server.alive() && worker.alive()).toBe(true)
    await until(
      'every accepted alert is on the screen',
      () => accepted.every((id) => screen.alertIds().has(id)),
      10_000,
    )
    const relatives = subscribers.flatMap((subscriber) => subscriber.relatives)
    const doubles = await until(
      'every relative was told',
      async () => {
        const rows = await world.db.selectFrom('dev_messages').select('to_phone').execute()
        const told = Map.groupBy(rows, (row) => row.to_phone)
        return relatives.every((phone) => told.has(phone)) && { count: rows.length - relatives.length }
      },
      40_000,
    )
    console.log(
      `PostgreSQL killed three times: 30 alerts, ${refusals} refused presses retried, 0 lost, ${doubles.count} doubles`,
    )
    expect(doubles.count).toBe(0)
    await screen.close()
  } finally {
    await Promise.all([server.kill(), worker.kill()])
    await world.stop()
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)

/** SIGKILL for the postmaster and all its children, as a machine that loses power would. */
function killTree(pid: number): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(each, 'SIGKILL')
}
