import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger, shownTwice, notified } from '../harness/ledger.ts'
import { createSubscriber, type Subscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive } from '../harness/screen.ts'
import { isCommit, stage } from '../harness/server-stage.ts'
import type { Link } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'

const relativesOf = (subscribers: Subscriber[]) => subscribers.flatMap(({ relatives }) => relatives)

faultRow(
  {
    row: 1,
    fault: 'server killed (SIGKILL) in a loop under presses',
    promised: 'every acknowledged alert is in the database, on the screen and sent to relatives, once',
  },
  async () => {
    await using at = await stage()
    const kills = 3 * ROUNDS
    const subscribers = await Promise.all(Array.from({ length: kills * 8 }, () => createSubscriber(at.world)))
    const while_away = await Promise.all(Array.from({ length: kills }, () => createSubscriber(at.world)))
    let server = await at.start()
    await isLive(at.screen)
    const ledger = new Ledger()
    let next = 0
    const pressers = Array.from({ length: 3 }, async () => {
      for (let index = next++; index < subscribers.length; index = next++) {
        await ledger.pressUntilAccepted(at.url, subscribers[index]!.sticker.token)
      }
    })
    for (let kill = 1; kill <= kills; kill++) {
      await until('some more are accepted', () => ledger.answers.size >= kill * 6)
      // Not for a condition: chance decides where in its work the server dies.
      await wait(Math.random() * 60)
      // The screen comes back only after an alert that it was not there for.
      const { target } = at.line
      at.line.target = null
      await server.kill()
      server = await at.start()
      await ledger.pressUntilAccepted(at.url, while_away[kill - 1]!.sticker.token)
      at.line.target = target
    }
    await Promise.all(pressers)
    await until('every alert is on the screen', () => ledger.missingOn(at.screen).length === 0).catch(() => {})
    const phones = relativesOf([...subscribers, ...while_away])
    await until('everybody is notified', async () => (await notified(at.world, phones)).none === 0).catch(() => {})
    const [rows, relatives] = [await ledger.compare(at.world), await notified(at.world, phones)]
    const missing = ledger.missingOn(at.screen).length
    return {
      happened: `${kills} kills, ${ledger.rejections} presses sent again, ${missing} missing on the screen, ${relatives.none} relatives not notified`,
      acknowledged: ledger.ids().length,
      lost: rows.lost + missing + relatives.none,
      doubles: rows.doubles + shownTwice(at.screen) + relatives.doubles,
    }
  },
)

faultRow(
  {
    row: 2,
    fault: 'server killed between the commit and its answer',
    promised: 'the same press again gets the same alert, one row, one report',
  },
  async () => {
    await using at = await stage()
    let server = await at.start()
    await isLive(at.screen)
    const ledger = new Ledger()
    const rounds = 2 * ROUNDS
    for (let round = 0; round < rounds; round++) {
      const { sticker } = await createSubscriber(at.world)
      const scan_id = randomUUID()
      let raising: Link | null = null
      at.proxy.on_data = (link, direction, piece) => {
        if (direction === 'up' && piece.includes(scan_id)) raising = link
        // The commit goes through, its answer never comes.
        if (direction === 'up' && isCommit(piece) && raising === link) link.hold('down')
      }
      const first = press(at.url, sticker.token, { scan_id }).catch(() => null)
      const committed = await until('the alert is committed', () =>
        at.world.db.selectFrom('alerts').select('id').where('coupon_id', '=', sticker.id).executeTakeFirst(),
      )
      await server.kill()
      at.proxy.on_data = null
      expect(await first).toBeNull()
      server = await at.start()
      const again = await press(at.url, sticker.token, { scan_id })
      expect(again.http).toBe(201)
      ledger.note(scan_id, committed.id)
      ledger.note(scan_id, again.id)
    }
    await until('every alert is on the screen', () => ledger.missingOn(at.screen).length === 0).catch(() => {})
    const { lost, doubles } = await ledger.compare(at.world)
    return {
      happened: `${rounds} kills, each press answered with its own alert the second time`,
      acknowledged: rounds,
      lost: lost + ledger.missingOn(at.screen).length,
      doubles: doubles + shownTwice(at.screen),
    }
  },
)

faultRow(
  {
    row: 3,
    fault: 'server killed after the insert and before the commit',
    promised: 'no row and no message is left; the same press again succeeds',
  },
  async () => {
    await using at = await stage()
    let server = await at.start()
    await isLive(at.screen)
    const left: string[] = []
    const rounds = 2 * ROUNDS
    const ledger = new Ledger()
    for (let round = 0; round < rounds; round++) {
      const { sticker } = await createSubscriber(at.world)
      const scan_id = randomUUID()
      let held = false
      at.proxy.on_data = (link, direction, piece) => {
        if (direction !== 'up' || !piece.includes(scan_id)) return
        // The insert is done, its answer never comes, so nothing follows it.
        held = true
        link.hold('down')
      }
      const first = press(at.url, sticker.token, { scan_id }).catch(() => null)
      await until('the insert has run', async () => {
        const { rows } = await at.world.pool.query(`select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'tvarit-alerts' and query like '%with sticker as%'
            and state like 'idle%'`)
        return held && rows.length > 0
      })
      await server.kill()
      at.proxy.on_data = null
      await first
      await until('the transaction is gone', async () => {
        const { rows } = await at.world.pool.query(`select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'tvarit-alerts'`)
        return rows.length === 0
      })
      const { rows } = await at.world.pool.query<{ alerts: number; jobs: number; audit: number }>(
        `select (select count(*)::int from alerts where coupon_id = $1) as alerts,
          (select count(*)::int from outbox where payload->>'alert_id' not in (select id::text from alerts)) as jobs,
          (select count(*)::int from audit_log where subject = 'alert' and subject_id not in (select id from alerts)) as audit`,
        [sticker.id],
      )
      if (Object.values(rows[0]!).some((count) => count > 0)) left.push(JSON.stringify(rows[0]))
      server = await at.start()
      const again = await press(at.url, sticker.token, { scan_id })
      expect(again.http).toBe(201)
      ledger.note(scan_id, again.id)
    }
    expect(left).toEqual([])
    const { lost, doubles } = await ledger.compare(at.world)
    return { happened: `${rounds} kills, nothing was left behind`, acknowledged: rounds, lost, doubles }
  },
)
