import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { freePort } from '@tvarit/shared/platform/free-port'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

test('server killed at the moment an alert commits: the retry gets the same alert, screens and relatives have it once', async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const world = await createWorld({ server: false, settings: { PORT: port, PUBLIC_URL: url } })
  const environment = { ...world.environment, NODE_ENV: 'test' }
  let server: Process = await startProcess('server', environment)
  const wake = new pg.Client({ connectionString: world.config.DATABASE_URL })
  try {
    const staff = await createPerson(world, 'staff')
    const screen = openScreen(url, staff.access)
    await until('the screen is live', () => screen.events.length > 0)
    await wake.connect()
    await wake.query('listen live')
    let answered = 0
    const ids: number[] = []
    const relatives: string[] = []
    for (let round = 0; round < 6; round++) {
      const subscriber = await createSubscriber(world)
      relatives.push(...subscriber.relatives)
      const scan_id = randomUUID()
      // The notification arrives with the commit: the kill races with the answer.
      const committed = new Promise<void>((resolve) => wake.once('notification', () => resolve()))
      const first = press(url, subscriber.sticker.token, { scan_id }).catch(() => null)
      await committed
      await server.kill()
      const answer = await first
      if (answer?.http === 201) answered += 1
      server = await startProcess('server', environment)
      const retried = await press(url, subscriber.sticker.token, { scan_id })
      expect(retried.http).toBe(201)
      if (answer?.http === 201) expect(retried.id).toBe(answer.id)
      ids.push(retried.id)
    }
    expect(await world.db.selectFrom('alerts').select('id').orderBy('id').execute()).toEqual(ids.map((id) => ({ id })))
    await until('every alert is on the screen', () => ids.every((id) => screen.alertIds().has(id)), 10_000)
    const raised = screen.events.flatMap((event) =>
      event.type === 'alert' && event.kind === 'raised' ? [event.seq] : [],
    )
    expect(new Set(raised).size).toBe(raised.length)
    await until('every relative was told once', async () => {
      const rows = await world.db.selectFrom('dev_messages').select('to_phone').execute()
      return (
        rows
          .map((row) => row.to_phone)
          .toSorted()
          .join() === relatives.toSorted().join()
      )
    })
    console.log(`server killed at six commits: ${answered} presses were answered before, 6 alerts, 0 lost, 0 doubles`)
    await screen.close()
  } finally {
    await wake.end()
    await server.kill()
    await world.stop()
  }
}, 120_000)
