import { alertWatchdog } from '@tvarit/worker/tasks/alert-watchdog'
import { ladder } from '@tvarit/worker/tasks/ladder'
import type { ScheduledTask } from '@tvarit/worker/tasks/task'
import { beforeEach, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { alarmsTo } from '../harness/escalation.ts'
import { beginShift, ladderCalls } from '../harness/ladder.ts'
import type { Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const { notifiedAlert } = ladderCalls(world)
let staff: Person
let admin: Person
beforeEach(async () => {
  ;({ staff, admin } = await beginShift(world))
})

const run = (task: ScheduledTask) => task.run({ ctx: world.ctx(), metrics: { escalated: () => {} } } as never)

async function count(condition: string): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(`select count(*)::int as n from ${condition}`)
  return rows[0]!.n
}

/** Copies of an alert, each with tokens of its own. */
async function alerts(more: number): Promise<void> {
  const { id } = await raisedAlert(world)
  const { rows } = await world.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'alerts' and is_generated = 'NEVER'
       and column_name not in ('id', 'status_token', 'track_token')`,
  )
  const columns = rows.map(({ name }) => `"${name}"`).join(', ')
  await world.pool.query(
    `insert into alerts (status_token, ${columns})
     select gen_random_uuid()::text, ${columns} from alerts, generate_series(1, ${more}) where id = ${id}`,
  )
}

test('a watchdog run escalates one batch, notifies staff and says that there is more', async () => {
  await alerts(129)
  await world.advanceTime(61_000)
  const more = await run(alertWatchdog)
  expect(await count('alerts where escalation_level = 2')).toBe(100)
  expect(more).toBe(true)
  expect(await alarmsTo(world, admin.phone_number)).toHaveLength(1)
  while (await run(alertWatchdog));
  expect(await count('alerts where escalation_level = 2')).toBe(130)
})

test('a run of the watchdog releases one batch, and says that there is more', async () => {
  await alerts(129)
  await world.pool.query('update alerts set claimed_by = $1, claimed_at = now(), last_act_at = now()', [staff.id])
  await world.advanceTime(130_000)
  const more = await run(alertWatchdog)
  expect(await count('alerts where claimed_by is null')).toBe(100)
  expect(more).toBe(true)
  while (await run(alertWatchdog));
  expect(await count('alerts where claimed_by is null')).toBe(130)
})

test.each([
  ['calls', 'sms', `messages where channel = 'voice'`],
  ['SMS in place of WhatsApp', 'whatsapp', `messages where dedupe_key like '%:sms'`],
])('a run of the ladder makes one batch of %s, and says that there is more', async (_what, channel, made) => {
  const { id, phone } = await notifiedAlert()
  await world.pool.query(
    `insert into messages (channel, to_phone, template, params, alert_id, dedupe_key, next_attempt_at, expires_at, state)
     select $1, 6000000000 + n, template, params, alert_id, 'flood-' || n, next_attempt_at, expires_at, 'sent'
     from messages, generate_series(1, 250) n where alert_id = $2 and to_phone = $3`,
    [channel, id, phone],
  )
  await world.advanceTime(61_000)
  const more = await run(ladder)
  expect(await count(made)).toBe(200)
  expect(more).toBe(true)
  while (await run(ladder));
  expect(await count(made)).toBeGreaterThanOrEqual(250)
})
