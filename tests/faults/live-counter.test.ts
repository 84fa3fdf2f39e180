import { faultRow } from '../harness/fault-row.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const pressed = async () => press(world.url, (await createSubscriber(world, { relatives: [] })).sticker.token)

faultRow(
  {
    row: 35,
    fault: 'events past the counter of the live feed, as after a restore of single tables',
    promised: 'every press is accepted and on the screens, also of who comes back',
  },
  async () => {
    const { access } = await createPerson(world, 'staff')
    const screen = openScreen(world.url, access)
    await isLive(screen)
    const ids: number[] = []
    let rejected = 0
    for (const ahead of [1, 2, 5_000]) {
      const { id } = await pressed()
      await world.pool.query(
        `insert into alert_events (seq, alert_id, kind) select n + $2, $1, 'message' from live_counter`,
        [id, ahead],
      )
      const answers = await Promise.all(Array.from({ length: 5 }, pressed))
      rejected += answers.filter(({ http }) => http !== 201).length
      ids.push(id, ...answers.map((answer) => answer.id))
    }
    await until('all are on the screen', () => ids.every((id) => screen.alertIds().has(id)))
    await screen.close()
    // Who comes back with what was past the counter misses nothing after it.
    const cursor = screen.events.at(-1)!.seq
    const late = (await pressed()).id
    const again = openScreen(world.url, (await createPerson(world, 'staff')).access, String(cursor))
    await until('who comes back has the next one', () => again.alertIds().has(late))
    await again.close()
    const { rows } = await world.pool.query<{ healed: number }>('select healed::int from live_counter')
    return {
      happened: `3 events ahead, the counter went past them ${rows[0]!.healed} times, ${rejected} presses rejected`,
      acknowledged: ids.length + 1,
      lost: rejected,
      doubles: 0,
    }
  },
)
