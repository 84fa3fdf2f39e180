import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { afterAll, beforeAll, expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger, shownTwice, notified } from '../harness/ledger.ts'
import { fingerprint, migrateAll, type OwnPostgres, startOwnPostgres, takeBaseBackup } from '../harness/own-postgres.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

// A PostgreSQL of our own, with a server and a worker as processes, that is killed, away and restored.

let postgres: OwnPostgres
let world: World
let url: string
let server: Process
let worker: Process
let screen: Screen
beforeAll(async () => {
  postgres = await startOwnPostgres()
  await migrateAll(postgres.url)
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  world = await createWorld({
    server: false,
    worker: false,
    database_url: postgres.url,
    settings: { PORT: port, PUBLIC_URL: url, TRUST_PROXY: '1' },
  })
  server = await startProcess('server', world.environment)
  worker = await startProcess('worker', world.environment)
  const staff = await createPerson(world, 'staff')
  screen = openScreen(url, staff.access)
  await isLive(screen)
})
afterAll(async () => {
  await screen?.close()
  await Promise.all([server?.kill(), worker?.kill()])
  await world?.stop()
  await postgres?.[Symbol.asyncDispose]()
})

const newSubscribers = (count: number) => Promise.all(Array.from({ length: count }, () => createSubscriber(world)))

async function outcome(ledger: Ledger, phones: string[], story: string) {
  await until('every alert is on the screen', () => ledger.missingOn(screen).length === 0).catch(() => {})
  await until('every relative is notified', async () => (await notified(world, phones)).none === 0).catch(() => {})
  const [rows, relatives] = [await ledger.compare(world), await notified(world, phones)]
  const gone = [server, worker].filter((each) => !each.alive()).length
  return {
    happened: `${story}; ${ledger.missingOn(screen).length} missing on the screen, ${relatives.none} relatives not notified, ${gone} processes gone`,
    acknowledged: ledger.ids().length,
    lost: rows.lost + ledger.missingOn(screen).length + relatives.none + gone,
    doubles: rows.doubles + relatives.doubles + shownTwice(screen),
  }
}

faultRow(
  {
    row: 4,
    fault: 'PostgreSQL killed (SIGKILL, all its processes) again and again under presses',
    promised: 'what was accepted is in the database, on the screens and sent to relatives, once; nobody else exits',
  },
  async () => {
    const kills = 2 * ROUNDS
    const subscribers = await newSubscribers(kills * 8)
    const ledger = new Ledger()
    for (let kill = 0; kill < kills; kill++) {
      const batch = subscribers.slice(kill * 8, kill * 8 + 8)
      const presses = batch.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
      await until('some are accepted', () => ledger.answers.size > kill * 8 + 1)
      await postgres.kill()
      await postgres.start()
      await Promise.all(presses)
    }
    const phones = subscribers.flatMap(({ relatives }) => relatives)
    return outcome(ledger, phones, `${kills} kills, ${ledger.rejections} presses sent again`)
  },
)

const OUTAGE_SECONDS = ROUNDS > 1 ? 15 : 2

faultRow(
  {
    row: 14,
    fault: `PostgreSQL away for ${OUTAGE_SECONDS} s`,
    promised: 'presses and messages go on within seconds of its return',
  },
  async () => {
    const ledger = new Ledger()
    const subscribers = await newSubscribers(4)
    await postgres.kill()
    const presses = subscribers.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
    // The length of the outage is the fault.
    await wait(OUTAGE_SECONDS * 1_000)
    expect(ledger.answers.size).toBe(0)
    await postgres.start()
    const begin = performance.now()
    const seconds = () => ((performance.now() - begin) / 1000).toFixed(1)
    await Promise.all(presses)
    const pressed = seconds()
    const phones = subscribers.flatMap(({ relatives }) => relatives)
    await until('every relative is notified', async () => (await notified(world, phones)).none === 0).catch(() => {})
    const { none } = await notified(world, phones)
    const late = await outcome(
      ledger,
      phones,
      `presses accepted ${pressed} s and relatives notified ${seconds()} s after it`,
    )
    return { ...late, lost: late.lost + none }
  },
)

faultRow(
  {
    row: 25,
    fault: 'the database is lost and restored from a backup taken under presses',
    promised: 'every table is the same row for row, and the next alert works',
  },
  async () => {
    const ledger = new Ledger()
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-restore-'))
    fs.chmodSync(folder, 0o755)
    const copy = path.join(folder, 'pg')
    const subscribers = await newSubscribers(12)
    await takeBaseBackup(postgres.url, postgres.folder, copy, async () => {
      await Promise.all(subscribers.map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token)))
      // What is compared must stand still: the last writers end before the backup does.
      await Promise.all([server.stop(), worker.stop()])
    })
    const before = await fingerprint(postgres.url)
    await postgres.kill()
    const begin = performance.now()
    const restored = await startOwnPostgres(copy)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    try {
      const after = await fingerprint(restored.url)
      expect(after).toEqual(before)
      const environment = { ...world.environment, DATABASE_URL: restored.url }
      const next = await startProcess('server', environment)
      const own = await createWorld({ server: false, worker: false, database_url: restored.url })
      try {
        const { sticker } = await createSubscriber(own)
        const id = await ledger.pressUntilAccepted(url, sticker.token)
        const { lost, doubles } = await ledger.compare(own)
        return {
          happened: `${Object.keys(after).length} tables equal, restored in ${seconds} s, next alert ${id}`,
          acknowledged: ledger.ids().length,
          lost,
          doubles,
        }
      } finally {
        await next.kill()
        await own.stop()
      }
    } finally {
      await restored[Symbol.asyncDispose]()
      fs.rmSync(folder, { recursive: true, force: true })
      await postgres.start()
    }
  },
)
