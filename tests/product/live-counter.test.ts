import { readGauges } from '@tvarit/shared/domain/operations/overview/read-gauges'
import { currentSeq } from '@tvarit/shared/domain/emergency/alerts/read-live-changes'
import { expect, test } from 'vitest'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

const pressed = async () => press(world.url, (await createSubscriber(world, { relatives: [] })).sticker.token)

/** An event past the counter, as a partial restore or a statement typed by hand leaves it. Returns its seq. */
async function eventAhead(alert_id: number, by: number): Promise<number> {
  const { rows } = await world.pool.query<{ seq: number }>(
    `insert into alert_events (seq, alert_id, kind) select n + $2, $1, 'message' from live_counter returning seq`,
    [alert_id, by],
  )
  return rows[0]!.seq
}

test.each([1, 5_000])(
  'an event %i past the counter fails no press, and consoles miss no alert after it',
  async (by) => {
    const screen = openScreen(world.url, (await createPerson(world, 'staff')).access)
    await isLive(screen)
    const before = await readGauges(world.db)
    const ahead = await eventAhead((await pressed()).id, by)
    await until('the screen has read past it', () => screen.events.at(-1)!.seq === ahead)
    const answers = await Promise.all(Array.from({ length: 5 }, pressed))
    expect(answers.map(({ http }) => http)).toEqual([201, 201, 201, 201, 201])
    for (const { id } of answers) await until('the alert is on the screen', () => screen.alertIds().has(id))
    await screen.close()
    const again = openScreen(world.url, (await createPerson(world, 'staff')).access, String(ahead))
    for (const { id } of answers) await until('who comes back has it, too', () => again.alertIds().has(id))
    await again.close()
    expect(await currentSeq(world.db)).toBe(ahead + 5)
    expect((await readGauges(world.db)).counter_healed - before.counter_healed).toBe(1)
  },
)
