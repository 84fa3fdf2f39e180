import { randomUUID } from 'node:crypto'
import { sweepMessages } from '@tvarit/shared/domain/delivery/sweep-messages'
import { watchConsoles } from '@tvarit/shared/domain/on-call/consoles/watch-consoles'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { pushStaff } from '@tvarit/shared/domain/on-call/push/push-staff'
import { rateLimiter } from '@tvarit/shared/platform/rate-limiter'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasWaited } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { alarmsTo, levelsOf, lookAtAlerts } from '../harness/escalation.ts'
import { actingAs, createPerson, newPhone } from '../harness/people.ts'
import { filePushWorld, pushCalls } from '../harness/push-calls.ts'
import { ownedAlerts } from '../harness/owned-alerts.ts'

const { world, service } = await filePushWorld()
const { begin, device, jobs } = pushCalls(world, service)
const admin = await createPerson(world, 'admin')
const { atConsole, claimed, look, givenBack, progress } = ownedAlerts(world, admin)

beforeEach(async () => {
  await begin()
  await world.empty('messages')
  await world.pool.query('update console_watch set silent_since = null, told_at = null')
})

const onCall = async () => {
  const phone = newPhone()
  await addOnCallPerson({ ctx: actingAs(world, admin), input: { name: 'Ravi', phone, language: 'en' } })
  return phone
}
const pushes = async () => {
  await world.empty('outbox')
  await pushStaff({ ctx: world.ctx() })
  return (await jobs()).length
}

const HOUR = 3_600_000
describe.each([
  ['an hour ahead', HOUR],
  ['a day ahead', 24 * HOUR],
  ['an hour behind', -HOUR],
  ['a day behind', -24 * HOUR],
])('the clock of the database was %s and is right again', (_, wrong) => {
  /** What was written up to now carries moments of the wrong clock. */
  const comesBack = () => world.advanceTime(-wrong)

  test('staff, people on call and devices hear of the next alert, and of one that still waits', async () => {
    const phone = await onCall()
    await device(admin)
    const first = await raisedAlert(world)
    await hasWaited(world, first.id, 125)
    await lookAtAlerts(world)
    expect(await pushes()).toBe(1)
    expect(await alarmsTo(world, phone)).toHaveLength(1)
    await comesBack()
    const next = await raisedAlert(world)
    await hasWaited(world, next.id, 125)
    await lookAtAlerts(world)
    expect(await levelsOf(world, next.id)).toEqual([1, 2, 3])
    expect(await levelsOf(world, first.id)).toEqual([1, 2, 3])
    expect(await alarmsTo(world, phone)).toHaveLength(2)
    expect(await pushes()).toBe(1)
  })

  test('an alert that began to wait before escalates, and its bystander is sent to 112', async () => {
    const { id, status_url } = await raisedAlert(world)
    await comesBack()
    await lookAtAlerts(world)
    expect(await levelsOf(world, id)).toEqual([1, 2, 3])
    // The page of an alert ends after a day.
    if (wrong > -24 * HOUR) expect(await progress(status_url)).toMatchObject({ call_112_now: true })
  })

  test('a console lost meanwhile does not count, and on-call hear that none is armed', async () => {
    await onCall()
    const console_id = randomUUID()
    await world.db.insertInto('consoles').values({ id: console_id, user_id: admin.id, armed: true }).execute()
    await watchConsoles({ ctx: world.ctx() })
    await comesBack()
    await watchConsoles({ ctx: world.ctx() })
    await world.advanceTime(61_000)
    await watchConsoles({ ctx: world.ctx() })
    const lost = world.db.selectFrom('messages').select('id').where('template', '=', 'screens_lost')
    expect(await lost.execute()).toHaveLength(1)
  })

  test('an owner who acted before has no more time than any other', async () => {
    const alert = await claimed(await atConsole())
    await comesBack()
    await look()
    expect(await givenBack(alert.id)).toHaveLength(1)
  })

  test('a message that was put off, or whose worker died, is sent', async () => {
    const ids: unknown[] = []
    for (const state of ['pending', 'sending'] as const) {
      const { rows } = await world.pool.query<{ id: number }>(
        `insert into messages (template, to_phone, params, dedupe_key, state, next_attempt_at, claimed_until, expires_at)
         values ('screens_back', '9000000000', '{}', $1, $2, now() - interval '1 second',
           case when $2 = 'sending' then now() - interval '1 second' end, now() + interval '3 days') returning id`,
        [randomUUID(), state],
      )
      ids.push(rows[0]!.id)
    }
    await comesBack()
    await world.empty('outbox')
    await sweepMessages({ ctx: world.ctx() })
    const queued = await world.db.selectFrom('outbox').select('payload').execute()
    expect(queued.map(({ payload }) => (payload as { message_id: number }).message_id)).toEqual(ids)
  })

  test('who had used up a limit may try again after its time, at the latest', async () => {
    const limiter = rateLimiter(world.ctx().db, { name: `clock-${wrong}`, points: 1, seconds: 600 })
    await limiter.consume('key')
    await comesBack()
    const again = limiter.consume('key').then(
      () => 0,
      (left: { msBeforeNext: number }) => left.msBeforeNext,
    )
    expect(await again).toBeLessThanOrEqual(600_000)
  })
})
