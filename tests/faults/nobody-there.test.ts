import { randomUUID } from 'node:crypto'
import { reportConsole } from '@tvarit/shared/domain/on-call/consoles/report-console'
import { expect } from 'vitest'
import { carried, createCrew } from '../harness/crew.ts'
import { faultRow } from '../harness/fault-row.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'

faultRow(
  {
    row: 28,
    fault: 'no screen listens, and every worker is gone for ten minutes with an alert waiting',
    promised:
      'as soon as a worker is back, the on-call numbers are notified of the silent screens and of the alert, once',
  },
  async () => {
    const on_call = [newPhone(), newPhone()]
    await using crew = await createCrew({ settings: { ON_CALL_NUMBERS: on_call.join(',') } })
    const { world, carrier } = crew
    const staff = await createPerson(world, 'staff')
    await reportConsole({
      ctx: { ...world.ctx(staff.actor), actor: staff.actor },
      input: { console_id: randomUUID(), armed: true, open: true },
    })
    const first = await crew.startWorker()
    const watch = () => world.db.selectFrom('console_watch').select('silent_since').executeTakeFirstOrThrow()
    // The screen is not heard of any more.
    await world.advanceTime(50_000)
    await until('the silence is noticed', async () => (await watch()).silent_since !== null)
    await first.kill()
    const { sticker } = await createSubscriber(world, { relatives: [] })
    const alert = await press(world.url, sticker.token)
    await world.advanceTime(10 * 60_000)
    await Promise.all([crew.startWorker(), crew.startWorker()])
    const silent = () => carried(carrier, on_call, /no (armed )?screen|screens?/i)
    const waiting = () => carried(carrier, on_call, /alerts not claimed/)
    await until('both are notified', () => silent().none + waiting().none === 0).catch(() => {})
    expect(alert.http).toBe(201)
    const found = { silent: silent(), waiting: waiting() }
    return {
      happened: `${on_call.length} numbers notified of the screens and of the alert`,
      acknowledged: 1,
      lost: found.silent.none + found.waiting.none,
      doubles: found.silent.doubles + found.waiting.doubles,
    }
  },
)
