import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { releaseAlert } from '@tvarit/shared/domain/alerts/release-alert'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { alertWatchdog } from '@tvarit/worker/tasks/alert-watchdog'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeAlert, detailOf, hasWaited } from '../harness/alert-calls.ts'
import { raisedAlert, smsTo } from '../harness/ambulances.ts'
import { alarmsTo, countsNotified, levelsOf, lookAtAlerts } from '../harness/escalation.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { actingAs, createPerson, newPhone, type Person, signIn } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'

const ON_CALL = newPhone()
let world: World
let admin: Person
let staff: Person

async function begin(worker: boolean) {
  world = await createWorld({ worker, settings: { ON_CALL_NUMBERS: `+91 ${ON_CALL}, ${ON_CALL}` } })
  admin = await createPerson(world, 'admin', 'Meera')
  staff = await createPerson(world, 'staff', 'Asha')
}
afterEach(() => world.stop())

test('the worker escalates an unclaimed alert, and admins and on-call get an SMS with a link', async () => {
  await begin(true)
  const { id } = await raisedAlert(world)
  // One statement: a worker that looks while time travels table by table would see two times at once.
  await hasWaited(world, id, 121)
  const [to_admin] = await until('the admin is called', async () => {
    const texts = await smsTo(world, admin.phone_number)
    return texts.length > 0 && texts
  })
  expect(to_admin).toMatch(
    new RegExp(
      `^Tvarit ALARM: alerts not claimed: 1, the first since \\d\\d:\\d\\d\\. Open now: ${world.url}/qr-alerts/\\d+$`,
    ),
  )
  await until('the on-call number is called', async () => (await smsTo(world, ON_CALL)).length === 1)
  await until('it has climbed to the top', async () => (await levelsOf(world, id)).length === 3)
  expect(await levelsOf(world, id)).toEqual([1, 2, 3])
  expect(await smsTo(world, staff.phone_number)).toEqual([])

  const alert = await detailOf(world, staff, id)
  expect(alert.escalation_level).toBe(3)
  expect(alert.people.map(({ relation, phone }) => [relation, phone])).toContainEqual(['Admin', admin.phone_number])
  expect(alert.people.map(({ relation, phone }) => [relation, phone])).toContainEqual(['On call', ON_CALL])
  expect(alert.timeline.filter(({ kind }) => kind === 'escalated').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Not claimed for 2:0\d: every console rings louder\.$/),
    expect.stringMatching(/^Not claimed for 2:0\d: every admin gets an SMS \(Meera Rao\)\.$/),
    expect.stringMatching(/^Not claimed for 2:0\d: the on-call number gets an SMS\.$/),
  ])
})

describe('step by step', () => {
  beforeEach(() => begin(false))

  test('each level comes at its second by the database’s clock, once, however many workers look', async () => {
    const { id } = await raisedAlert(world)
    const climbed: number[][] = []
    for (const seconds of [20, 31, 50, 61, 110, 121, 700]) {
      await hasWaited(world, id, seconds)
      await lookAtAlerts(world, 5)
      climbed.push(await levelsOf(world, id))
    }
    expect(climbed).toEqual([[], [1], [1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3]])
    expect(await countsNotified(world, admin.phone_number)).toEqual([1])
    expect(await countsNotified(world, ON_CALL)).toEqual([1])
  })

  test('a change of the level is a new version, so that every console takes it', async () => {
    const { id } = await raisedAlert(world)
    const version = async () =>
      (await world.db.selectFrom('alerts').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
    const before = await version()
    await world.advanceTime(31_000)
    await lookAtAlerts(world)
    expect(await version()).toBe(before + 1)
  })

  test('an alert that another transaction holds delays no younger one, and climbs when it is free', async () => {
    const [held, younger] = [await raisedAlert(world), await raisedAlert(world)]
    await hasWaited(world, held.id, 40)
    await hasWaited(world, younger.id, 35)
    await using lock = await holdLocks(world.pool, 'select from alerts where id = $1 for no key update', [held.id])
    const looked = lookAtAlerts(world)
    await until('the younger one climbs', async () => (await levelsOf(world, younger.id)).length === 1, 10_000)
    await looked
    expect(await levelsOf(world, held.id)).toEqual([])
    await lock.release()
    await lookAtAlerts(world)
    expect(await levelsOf(world, held.id)).toEqual([1])
  })

  test('an alert that cannot be changed stops no other from climbing or from being released', async () => {
    const [broken, waiting] = [await raisedAlert(world), await raisedAlert(world)]
    const [brokenOwned, owned] = [await raisedAlert(world), await raisedAlert(world)]
    for (const { id } of [brokenOwned, owned])
      await claimAlert({ ctx: actingAs(world, staff), input: { id, take_over: false } })
    await world.advanceTime(130_000)
    const bad = sql.join([sql.lit(broken.id), sql.lit(brokenOwned.id)])
    await sql`create function reject() returns trigger language plpgsql as 'begin raise exception ''broken row''; end'`.execute(
      world.db,
    )
    await sql`create trigger reject before update on alerts for each row when (new.id in (${bad})) execute function reject()`.execute(
      world.db,
    )
    await escalateAlerts({ ctx: world.ctx() })
    await releaseOverdueAlerts({ ctx: world.ctx() })
    expect(await levelsOf(world, waiting.id)).toEqual([1, 2, 3])
    const { claimed_by } = await world.db
      .selectFrom('alerts')
      .select('claimed_by')
      .where('id', '=', owned.id)
      .executeTakeFirstOrThrow()
    expect(claimed_by).toBeNull()
  })

  test('a watchdog that cannot call the staff escalates and releases all the same, and reports it', async () => {
    const [waiting, owned] = [await raisedAlert(world), await raisedAlert(world)]
    await claimAlert({ ctx: actingAs(world, staff), input: { id: owned.id, take_over: false } })
    await world.advanceTime(130_000)
    await world.pool.query('alter table staff_calls rename to gone')
    const run = alertWatchdog.run({ ctx: world.ctx(), metrics: { escalated: () => {} } } as never)
    await expect(run).rejects.toThrow(/staff_calls/)
    expect(await levelsOf(world, waiting.id)).toEqual([1, 2, 3])
    const row = world.db.selectFrom('alerts').select('claimed_by').where('id', '=', owned.id)
    expect(await row.executeTakeFirst()).toEqual({ claimed_by: null })
  })

  test('claiming and closing stop the ladder, and a drill never climbs', async () => {
    const [claimed, closed, drill] = [await raisedAlert(world), await raisedAlert(world), await raisedAlert(world)]
    await claimAlert({ ctx: actingAs(world, staff), input: { id: claimed.id, take_over: false } })
    expect((await closeAlert(world, staff, closed.id, 'ATTENDED')).status).toBe(200)
    await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', drill.id).execute()
    await world.advanceTime(600_000)
    await lookAtAlerts(world, 2)
    for (const { id } of [claimed, closed, drill]) expect(await levelsOf(world, id)).toEqual([])
    expect(await alarmsTo(world, admin.phone_number)).toEqual([])
    expect(await alarmsTo(world, ON_CALL)).toEqual([])
  })

  test('an alert that is put back waits again: the ladder begins again from there', async () => {
    const { id } = await raisedAlert(world)
    await world.advanceTime(61_000)
    await lookAtAlerts(world)
    await claimAlert({ ctx: actingAs(world, staff), input: { id, take_over: false } })
    await world.advanceTime(300_000)
    await releaseAlert({ ctx: actingAs(world, staff), input: { id } })
    await lookAtAlerts(world)
    expect(await levelsOf(world, id)).toEqual([1, 2])
    await world.advanceTime(61_000)
    await lookAtAlerts(world)
    expect(await levelsOf(world, id)).toEqual([1, 2, 1, 2])
    expect(await countsNotified(world, admin.phone_number)).toEqual([1, 1])
    expect(await countsNotified(world, ON_CALL)).toEqual([])
  })

  test('a claim and the step to the next level at the same moment: the second one finds it settled', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await raisedAlert(world)
      await world.advanceTime(31_000)
      await Promise.all([
        escalateAlerts({ ctx: world.ctx() }),
        claimAlert({ ctx: actingAs(world, staff), input: { id, take_over: false } }),
        escalateAlerts({ ctx: world.ctx() }),
      ])
      const events = await world.db
        .selectFrom('alert_events')
        .select('kind')
        .where('alert_id', '=', id)
        .where('kind', 'in', ['claimed', 'escalated'])
        .orderBy('seq')
        .execute()
      expect([['claimed'], ['escalated', 'claimed']]).toContainEqual(events.map(({ kind }) => kind))
    }
  })

  test('the subscriber reads neither notes nor whom the call centre has called', async () => {
    const { id, subscriber } = await raisedAlert(world)
    await world.advanceTime(61_000)
    await lookAtAlerts(world)
    const alert = await detailOf(world, await signIn(world, subscriber.id), id)
    expect(alert.timeline.map(({ kind }) => kind)).toEqual(['raised'])
    expect(alert.reports).toEqual([])
  })
})
