import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect } from 'vitest'
import { retryDelay } from '../../web/src/features/alerts/live/keep-alive.ts'
import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { startProcess } from '../harness/processes.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { LightScreen } from '../harness/light-screen.ts'

const world = await fileWorld({ worker: false })
const staff = await createPerson(world, 'staff')

faultRow(
  {
    row: 22,
    fault: 'the server stands still for 3 s (as a blocked event loop does)',
    promised: 'no screen leaves it, and each has the next alert',
  },
  async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = await startProcess('server', { ...world.environment, PORT: String(port), PUBLIC_URL: url })
    const screens = Array.from({ length: 20 }, () => openScreen(url, staff.access))
    try {
      await until('all are live', () => screens.every(({ events }) => events.length > 0))
      process.kill(server.pid, 'SIGSTOP')
      // The fault itself: longer than a ping and its answer take.
      await new Promise((resolve) => setTimeout(resolve, 4_500))
      process.kill(server.pid, 'SIGCONT')
      const { id } = await press(url, (await createSubscriber(world)).sticker.token)
      await until('all have the alert', () => screens.every((screen) => screen.alertIds().has(id)))
      const left = screens.filter(({ opens }) => opens > 1).length
      return { happened: `${left} of 20 screens left`, acknowledged: 20, lost: left, doubles: 0 }
    } finally {
      await Promise.all(screens.map((screen) => screen.close()))
      await server.kill()
    }
  },
)

const SOCKETS = ROUNDS > 1 ? 5_000 : 150

faultRow(
  {
    row: 26,
    fault: `one of two servers is killed with ${SOCKETS} screens on it`,
    promised: 'all come back to the other one, spread over time, and no press is rejected meanwhile',
  },
  async () => {
    for (const failures of [1, 2, 4]) {
      const delays = Array.from({ length: 2_000 }, () => retryDelay(failures))
      const [first, last] = [Math.min(...delays), Math.max(...delays)]
      const tenth = delays.filter((delay) => delay < first + (last - first) / 10).length
      expect(last - first).toBeGreaterThan(100)
      expect(tenth).toBeLessThan(400)
    }
    const other = await world.anotherServer()
    const people = await Promise.all(
      Array.from({ length: Math.ceil(SOCKETS / 30) }, () => createPerson(world, 'staff')),
    )
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = await startProcess('server', { ...world.environment, PORT: String(port), PUBLIC_URL: url })
    const state = Array.from({ length: SOCKETS }, () => ({ started: false, seen: new Set<number>() }))
    const screens: LightScreen[] = []
    const open = async () => {
      for (const [index, screen] of state.entries()) {
        screens.push(
          new LightScreen({
            urls: [url, other.url],
            token: people[index % people.length]!.access,
            reconnect: true,
            on_message: (text) => {
              for (const [, id] of text.toString().matchAll(/"alert":\{"id":(\d+)/g)) screen.seen.add(Number(id))
            },
            on_started: () => (screen.started = true),
            on_lost: () => (screen.started = false),
          }),
        )
        // They come one after the other; only their return is a storm.
        const all = () => state.slice(0, index + 1).every(({ started }) => started)
        if (index % 100 === 99) await until('these are live', all)
      }
    }
    try {
      await open()
      await until('all are live', () => state.every(({ started }) => started))
      const subscribers = await Promise.all(Array.from({ length: 30 }, () => createSubscriber(world)))
      await server.kill()
      const ledger = new Ledger()
      for (const { sticker } of subscribers) await ledger.pressUntilAccepted(other.url, sticker.token)
      const ids = ledger.ids()
      const complete = () => state.every(({ seen }) => ids.every((id) => seen.has(id)))
      await until('every screen has every alert', complete).catch(() => {})
      const missing = state.reduce((sum, { seen }) => sum + ids.filter((id) => !seen.has(id)).length, 0)
      return {
        happened: `${state.filter(({ started }) => started).length} of ${SOCKETS} back, ${missing} of ${SOCKETS * ids.length} deliveries missing, ${ledger.rejections} presses rejected`,
        acknowledged: ids.length,
        lost: missing + ledger.rejections,
        doubles: 0,
      }
    } finally {
      for (const screen of screens) screen.close()
      await server.kill()
    }
  },
)
