import { once } from 'node:events'
import { appendEvent } from '@tvarit/shared/domain/alerts/append-event'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { shownTwice } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen, type Screen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const staff = await createPerson(world, 'staff')

const cursorOf = (screen: Screen) => String(Math.max(...screen.events.map(({ seq }) => seq)))

/** So many more entries on an alert's timeline, in one commit. */
async function writeEvents(alert: number, count: number, kind: 'joined' | 'raised'): Promise<void> {
  await world.pool.query(`insert into alert_events (alert_id, kind) select $1, $3 from generate_series(1, $2::int)`, [
    alert,
    count,
    kind,
  ])
}

faultRow(
  {
    row: 7,
    fault: 'an alert commits later than one that was raised after it, and the screen comes back in between',
    promised: 'both are on the screen',
  },
  async () => {
    const rounds = 3 * ROUNDS
    let missing = 0
    for (let round = 0; round < rounds; round++) {
      const [slow, fast] = [await createSubscriber(world), await createSubscriber(world)]
      const before = openScreen(world.url, staff.access)
      await isLive(before)
      const held = Promise.withResolvers<void>()
      const taken = Promise.withResolvers<number>()
      const first = world.db.transaction().execute(async (tx) => {
        const alert = await tx
          .insertInto('alerts')
          .values({ coupon_id: slow.sticker.id, user_id: slow.id, status_token: `held-${round}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        await appendEvent(tx, { alert_id: alert.id, kind: 'raised' })
        taken.resolve(alert.id)
        await held.promise
      })
      const alert = await taken.promise
      let answered = 0
      const second = press(world.url, fast.sticker.token).then(({ id }) => (answered = id))
      await until('the later press is answered or waits for the earlier one', async () => {
        const { rows } = await world.pool.query(`select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'tvarit-alerts' and wait_event_type = 'Lock'`)
        return rows.length > 0 || answered > 0
      })
      if (answered > 0) await until('the later one is on the screen', () => before.alertIds().has(answered))
      const cursor = cursorOf(before)
      await before.close()
      held.resolve()
      await first
      await second
      const after = openScreen(world.url, staff.access, cursor)
      const shown = () => new Set([...before.alertIds(), ...after.alertIds()])
      const both = () => shown().has(alert) && shown().has(answered)
      await until('both are on the screen', both).catch(() => {})
      if (!both()) missing += 1
      await after.close()
    }
    return { happened: `${rounds} pairs, ${missing} incomplete`, acknowledged: rounds * 2, lost: missing, doubles: 0 }
  },
)

faultRow(
  {
    row: 8,
    fault: 'a screen is away for a moment, for some changes, and for thousands of them',
    promised: 'it gets exactly what it missed, or a fresh snapshot; never a silent gap',
  },
  async () => {
    const stories: string[] = []
    let missing = 0
    const witness = openScreen(world.url, staff.access)
    for (const changes of [0, 3, 5_000]) {
      const subscribers = await Promise.all(Array.from({ length: 3 }, () => createSubscriber(world)))
      const before = openScreen(world.url, staff.access)
      await isLive(before)
      const cursor = cursorOf(before)
      await before.close()
      const ids: number[] = []
      for (const { sticker } of subscribers) ids.push((await press(world.url, sticker.token)).id)
      if (changes > 3) {
        // The missed alerts lie in the middle of what is too much to replay.
        await writeEvents(ids[0]!, changes, 'joined')
        const last = await createSubscriber(world)
        ids.push((await press(world.url, last.sticker.token)).id)
      }
      // A server that has not read them yet would give them one after the other as they come.
      await until('the server has read all', () => ids.every((id) => witness.alertIds().has(id)))
      const after = openScreen(world.url, staff.access, changes === 0 ? undefined : cursor)
      await until('everything missed is there', () => ids.every((id) => after.alertIds().has(id))).catch(() => {})
      const kinds = new Set(after.events.map(({ type }) => type))
      const gap = ids.filter((id) => !after.alertIds().has(id)).length
      missing += gap
      stories.push(`${changes} changes: ${kinds.has('snapshot') ? 'snapshot' : `${after.events.length} replayed`}`)
      expect(kinds.has('snapshot')).toBe(changes !== 3)
      expect(shownTwice(after)).toBe(0)
      await after.close()
    }
    await witness.close()
    return { happened: stories.join('; '), acknowledged: 10, lost: missing, doubles: 0 }
  },
)

faultRow(
  {
    row: 10,
    fault: 'a screen stops reading while thousands of changes come',
    promised: 'it is let go instead of filling memory, the others go on, and it comes back without a gap',
  },
  async () => {
    const alert = await press(world.url, (await createSubscriber(world)).sticker.token)
    const healthy = openScreen(world.url, staff.access)
    await isLive(healthy)
    const slow = new WebSocket(`${world.url.replace('http', 'ws')}/ws/alerts/?token=${staff.access}`)
    // One that is not open yet would go on reading.
    await once(slow, 'open')
    await until('the slow one is attached', () => world.server!.ctx.live.size() === 2)
    slow.pause()
    // The plain socket is only notified of new alerts. In portions: the server and the healthy screen share this process, and
    // one of them could not read while the other writes all at once.
    // How many fit into the buffers of the system between them differs from one to the next.
    for (let portion = 1; portion <= 80 && world.server!.ctx.live.size() === 2; portion++) {
      const before = healthy.events.length
      await writeEvents(alert.id, 500, 'raised')
      await until('the healthy one has read them', () => healthy.events.length >= before + 500)
    }
    const after = await press(world.url, (await createSubscriber(world)).sticker.token)
    await until('the others have what came after it', () => healthy.alertIds().has(after.id))
    await until('the slow one is let go', () => world.server!.ctx.live.size() === 1, 10_000)
    slow.terminate()
    const back = openScreen(world.url, staff.access, '1')
    await until('it has everything again', () => back.alertIds().has(after.id))
    const stayed = healthy.opens
    await Promise.all([back.close(), healthy.close()])
    return {
      happened: `let go; the healthy screen opened ${stayed} connection`,
      acknowledged: 2,
      lost: stayed - 1,
      doubles: 0,
    }
  },
)
