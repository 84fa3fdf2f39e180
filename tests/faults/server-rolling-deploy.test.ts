import { randomUUID } from 'node:crypto'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect } from 'vitest'
import { faultRow } from '../harness/fault-row.ts'
import { Ledger, shownTwice } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startProcess } from '../harness/processes.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { isCommit, stage } from '../harness/server-stage.ts'
import { type Link, startTcpProxy } from '../harness/tcp-proxy.ts'
import { until } from '../harness/until.ts'

faultRow(
  {
    row: 23,
    fault: 'rolling deploy: the old server is asked to end under load while the new one starts',
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
    // The answers to their commits wait while the server is asked to end: nothing in the database counts the time.
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
        happened: `${answers.length} presses on their way at SIGTERM, ${cut} of them cut; ${ledger.rejections} others sent again`,
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
