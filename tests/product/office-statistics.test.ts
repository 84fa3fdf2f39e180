import { readOfficeStatistics } from '@tvarit/shared/domain/operations/overview/read-office-statistics'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actingAs, createPerson, createSubscriber } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('alerts by hour are those of today beside a day’s average since the first alert', async () => {
  const ctx = actingAs(world, await createPerson(world, 'admin'))
  const none = await readOfficeStatistics({ ctx })
  expect(none.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(none.hours.every(({ today, usual }) => today === 0 && usual === 0)).toBe(true)
  const { id, sticker } = await createSubscriber(world)
  // Four days ago one at 9 and two at 14, two days ago one at 9; today one at 0; a drill does not count.
  for (const [days, hour, drill] of [
    [4, 9, false],
    [4, 14, false],
    [4, 14, false],
    [2, 9, false],
    [2, 9, true],
    [0, 0, false],
  ] as const) {
    await sql`insert into alerts (coupon_id, user_id, status, status_token, drill, timestamp)
      select ${sticker.id}, ${id}, 'ATTENDED', gen_random_uuid()::text, ${drill},
        (date_trunc('day', now() at time zone 'Asia/Kolkata') - make_interval(days => ${days}) + make_interval(hours => ${hour}))
          at time zone 'Asia/Kolkata'`.execute(world.db)
  }
  const { hours } = await readOfficeStatistics({ ctx })
  const of = (wanted: number) => hours.find(({ hour }) => hour === wanted)
  expect([of(0), of(9), of(14)]).toEqual([
    { hour: 0, today: 1, usual: 0 },
    { hour: 9, today: 0, usual: 0.5 },
    { hour: 14, today: 0, usual: 0.5 },
  ])
})
