import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@tvarit/shared/platform/free-port'
import { expect } from 'vitest'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger, shownTwice, told } from '../harness/ledger.ts'
import { createPerson, createSubscriber, type Subscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { openScreen, type Screen } from '../harness/screen.ts'
import { type Link, startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

interface Stage extends AsyncDisposable {
  world: World
  url: string
  /** Between the server and its database. */
  proxy: TcpProxy
  /** Between the screen and the server. */
  line: TcpProxy
  screen: Screen
  start(): Promise<Process>
}

/** A server process that reaches its database through a proxy, one screen, and a worker in this process. */
async function stage(): Promise<Stage> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const world = await createWorld({ server: false, settings: { PORT: port, PUBLIC_URL: url, TRUST_PROXY: '1' } })
  const proxy = await startTcpProxy(Number(new URL(world.config.DATABASE_URL).port))
  const environment = { ...world.environment, DATABASE_URL: proxy.through(world.config.DATABASE_URL) }
  const servers: Process[] = []
  const start = async () => {
    const server = await startProcess('server', environment)
    servers.push(server)
    return server
  }
  const staff = await createPerson(world, 'staff')
  const line = await startTcpProxy(Number(port))
  const screen = openScreen(line.through(url), staff.access, undefined, url)
  return {
    world,
    url,
    proxy,
    line,
    screen,
    start,
    async [Symbol.asyncDispose]() {
      await screen.close()
      await Promise.all(servers.map((each) => each.kill()))
      await line.close()
      await proxy.close()
      await world.stop()
    },
  }
}

const isLive = (screen: Screen) => until('the screen is live', () => screen.events.length > 0)
const relativesOf = (subscribers: Subscriber[]) => subscribers.flatMap(({ relatives }) => relatives)

faultRow(
  {
    row: 1,
    fault: 'server killed (SIGKILL) in a loop under presses',
    promised: 'every acknowledged alert is in the database, on the screen and told to relatives, once',
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
    await until('everybody is told', async () => (await told(at.world, phones)).none === 0).catch(() => {})
    const [rows, relatives] = [await ledger.compare(at.world), await told(at.world, phones)]
    const missing = ledger.missingOn(at.screen).length
    return {
      happened: `${kills} kills, ${ledger.refusals} presses sent again, ${missing} missing on the screen, ${relatives.none} relatives not told`,
      acknowledged: ledger.ids().length,
      lost: rows.lost + missing + relatives.none,
      doubles: rows.doubles + shownTwice(at.screen) + relatives.doubles,
    }
  },
)

const isCommit = (piece: Buffer) => piece.includes('commit\0')

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

faultRow(
  {
    row: 23,
    fault: 'rolling deploy: the old server is told to end under load while the new one starts',
    promised: 'presses on their way are answered, screens come to the new server, nothing is lost',
  },
  async () => {
    await using at = await stage()
    // The balancer in front of both.
    const balancer = await startTcpProxy(Number(new URL(at.url).port))
    const url = `http://127.0.0.1:${balancer.port}`
    const old = await at.start()
    const staff = await createPerson(at.world, 'staff')
    const screen = openScreen(url, staff.access)
    await isLive(screen)
    const subscribers = await Promise.all(Array.from({ length: 12 }, () => createSubscriber(at.world)))
    const ledger = new Ledger()
    const port = String(await freePort())
    const next = await startProcess('server', { ...at.world.environment, PORT: port })
    // The answers to their commits wait while the server is told to end: nothing in the database counts the time.
    const waiting = subscribers.slice(0, 4)
    const scans = waiting.map(({ sticker }) => ({ token: sticker.token, scan_id: randomUUID() }))
    const raising = new Set<Link>()
    const held = new Set<Link>()
    at.proxy.on_data = (link, direction, piece) => {
      if (direction !== 'up') return
      if (scans.some(({ scan_id }) => piece.includes(scan_id))) raising.add(link)
      if (!raising.has(link) || !isCommit(piece)) return
      link.hold('down')
      held.add(link)
    }
    const answers = scans.map(({ token, scan_id }) => press(url, token, { scan_id }).catch(() => null))
    await until('they wait', () => held.size === waiting.length)
    at.proxy.on_data = null
    try {
      balancer.target = Number(port)
      const ending = old.stop()
      const others = subscribers.slice(4).map(({ sticker }) => ledger.pressUntilAccepted(url, sticker.token))
      await until('the old server takes nobody any more', () =>
        fetch(`${at.url}/healthz`).then(
          () => false,
          () => true,
        ),
      )
      for (const link of held) link.release()
      const cut = (await Promise.all(answers)).filter((answer, index) => {
        if (answer?.http === 201) ledger.note(scans[index]!.scan_id, answer.id)
        return answer?.http !== 201
      }).length
      await Promise.all(others)
      expect(await ending).toBe(0)
      await until('every alert is on the screen', () => ledger.missingOn(screen).length === 0).catch(() => {})
      const { lost, doubles } = await ledger.compare(at.world)
      return {
        happened: `${answers.length} presses on their way at SIGTERM, ${cut} of them cut; ${ledger.refusals} others sent again`,
        acknowledged: ledger.ids().length,
        lost: lost + ledger.missingOn(screen).length + cut,
        doubles: doubles + shownTwice(screen),
      }
    } finally {
      await screen.close()
      await next.kill()
      await balancer.close()
    }
  },
)
