import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addNote } from '@tvarit/shared/domain/call-centre/add-note'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { createDatabase, createPool } from '@tvarit/shared/platform/database/database'
import { createLog } from '@tvarit/shared/platform/log/log'
import { expect, onTestFinished, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { actingAs, createPerson, createSticker } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Link, startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

/** A database as processes reach it that a busy machine delays. */
async function farDatabase() {
  const { DATABASE_URL } = world.config
  const proxy = await startTcpProxy(Number(new URL(DATABASE_URL).port))
  const log = createLog('test', 'silent')
  const db = createDatabase(createPool({ url: proxy.through(DATABASE_URL), max: 3, name: 'far', log }))
  onTestFinished(async () => {
    await proxy.close()
    await db.destroy()
  })
  return { proxy, db }
}

/** The process stops as soon as it has sent an event. Returns its connection. */
function stopAtEvent({ proxy }: Awaited<ReturnType<typeof farDatabase>>): Promise<Link> {
  return new Promise((resolve) => {
    proxy.on_data = (link, direction, piece) => {
      if (direction !== 'up' || !piece.includes('alert_events')) return
      // This piece still arrives; nothing after it does.
      setTimeout(() => link.hold())
      resolve(link)
    }
  })
}

async function dueAlerts(count: number): Promise<void> {
  const stickers = await Promise.all(Array.from({ length: count }, () => createSticker(world)))
  await world.pool.query(
    `insert into alerts (coupon_id, status_token, unregistered, waiting_since)
     select id, 'due-' || id, true, now() - interval '10 minutes' from unnest($1::bigint[]) id`,
    [stickers.map(({ id }) => id)],
  )
}

const notes = async (alert_id: number) =>
  (await world.pool.query(`select from alert_events where kind = 'note' and alert_id = $1`, [alert_id])).rowCount

async function timedPress(token: string) {
  const began = performance.now()
  const { http } = await press(world.url, token)
  return { http, ms: performance.now() - began }
}

/** What idle far processes had last done while presses waited for them during `work`. */
async function heldDuring(work: () => Promise<unknown>): Promise<string[]> {
  const held: string[] = []
  let working = true
  const watching = (async () => {
    while (working) {
      const { rows } = await world.pool.query<{ query: string }>(
        `select holder.query from pg_stat_activity press
         join pg_stat_activity holder on holder.pid = any(pg_blocking_pids(press.pid))
         where press.application_name = 'tvarit-alerts' and press.datname = current_database()
           and holder.application_name = 'far' and holder.state <> 'active'`,
      )
      held.push(...rows.map(({ query }) => query))
      await wait(20)
    }
  })()
  await work().finally(() => (working = false))
  await watching
  return held
}

test('at ten presses a second none waits for a worker that escalates hundreds of alerts', async () => {
  await dueAlerts(600)
  const stickers = await Promise.all(Array.from({ length: 100 }, () => createSticker(world)))
  await timedPress((await createSticker(world)).token)
  const far = await farDatabase()
  far.proxy.delay_ms = 100
  let pressing = true
  const escalating = Array.from({ length: 3 }, async () => {
    while (pressing) await escalateAlerts({ ctx: { ...world.ctx(), db: far.db } }).catch(() => {})
  })
  const answers: ReturnType<typeof timedPress>[] = []
  const held = await heldDuring(async () => {
    for (const { token } of stickers) {
      answers.push(timedPress(token))
      await wait(100)
    }
    await Promise.all(answers)
  })
  pressing = false
  await far.proxy.close()
  await Promise.all(escalating)
  const all = await Promise.all(answers)
  const ms = all.map((each) => Math.round(each.ms)).toSorted((a, b) => a - b)
  console.log(
    `presses: p50 ${ms[49]}, p99 ${ms[98]}, slowest ${ms[99]} ms; held by an idle worker ${held.length} times`,
  )
  expect(all.filter(({ http }) => http !== 201)).toEqual([])
  expect(held).toEqual([])
})

test('a worker that stops in the middle of an escalation delays no press', async () => {
  await dueAlerts(1)
  const far = await farDatabase()
  const stopped = stopAtEvent(far)
  void escalateAlerts({ ctx: { ...world.ctx(), db: far.db } }).catch(() => {})
  const link = await stopped
  expect((await timedPress((await createSticker(world)).token)).http).toBe(201)
  link.cut()
})

test('a process that stops before its commit delays no press', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const { id } = await raisedAlert(world)
  const far = await farDatabase()
  const stopped = stopAtEvent(far)
  const ctx = { ...actingAs(world, asha), db: far.db }
  void addNote({ ctx, input: { id, note_id: randomUUID(), note: 'Called back' } }).catch(() => {})
  const link = await stopped
  await until('the note is written and not committed', async () => {
    const { rows } = await world.pool.query(
      `select from pg_stat_activity where application_name = 'far' and state = 'idle in transaction' and query like '%alert_events%'`,
    )
    return rows.length > 0
  })
  const { token } = await createSticker(world)
  expect(await heldDuring(async () => expect((await timedPress(token)).http).toBe(201))).toEqual([])
  expect(await notes(id)).toBe(0)
  link.cut()
})
