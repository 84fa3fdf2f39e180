import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { beforeEach, expect, test } from 'vitest'
import { raisedAlert, smsTo } from '../harness/ambulances.ts'
import { alarmsTo, countsNotified, levelsOf, lookAtAlerts } from '../harness/escalation.ts'
import { beginShift } from '../harness/ladder.ts'
import { actingAs, createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: `+91 ${ON_CALL}, ${ON_CALL}` } })
let admin: Person
let staff: Person
beforeEach(async () => ({ admin, staff } = await beginShift(world)))

test('twenty alerts at once are one SMS a minute to each number, and none is missed', async () => {
  for (let n = 0; n < 20; n++) {
    const { id } = await raisedAlert(world)
    await world.db
      .updateTable('alerts')
      .set({ verify_by_phone: n % 2 === 0 })
      .where('id', '=', id)
      .execute()
  }
  await world.advanceTime(61_000)
  await lookAtAlerts(world, 3)
  expect(await countsNotified(world, admin.phone_number)).toEqual([20])
  // Ten seconds later one more has waited for a minute; its call has to wait until the number may be called again.
  const late = await raisedAlert(world)
  await world.db
    .updateTable('alerts')
    .set({ waiting_since: new Date(Date.now() - 50_000) })
    .where('id', '=', late.id)
    .execute()
  await world.advanceTime(11_000)
  await lookAtAlerts(world, 3)
  expect(await countsNotified(world, admin.phone_number)).toEqual([20])
  await world.advanceTime(50_000)
  await lookAtAlerts(world, 3)
  expect(await countsNotified(world, admin.phone_number)).toEqual([20, 21])
  expect((await alarmsTo(world, admin.phone_number))[1]!.alert_id).toBe(late.id)
})

test('everybody called is called again every five minutes until a claim', async () => {
  const { id } = await raisedAlert(world)
  await world.advanceTime(121_000)
  await lookAtAlerts(world, 3)
  await world.advanceTime(4 * 60_000)
  await lookAtAlerts(world, 3)
  expect([await countsNotified(world, admin.phone_number), await countsNotified(world, ON_CALL)]).toEqual([[1], [1]])
  await world.advanceTime(61_000)
  await lookAtAlerts(world, 3)
  expect([await countsNotified(world, admin.phone_number), await countsNotified(world, ON_CALL)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  await claimAlert({ ctx: actingAs(world, staff), input: { id, take_over: false } })
  await world.advanceTime(600_000)
  await lookAtAlerts(world, 3)
  expect(await countsNotified(world, ON_CALL)).toEqual([1, 1])
})

test('an admin who is also on call is called for both levels, never twice in a minute', async () => {
  await world.db.updateTable('users').set({ phone_number: ON_CALL }).where('id', '=', admin.id).execute()
  await raisedAlert(world)
  await world.advanceTime(90_000)
  await lookAtAlerts(world)
  expect(await countsNotified(world, ON_CALL)).toEqual([1])
  await world.advanceTime(31_000)
  await lookAtAlerts(world)
  expect(await countsNotified(world, ON_CALL)).toEqual([1])
  await world.advanceTime(30_000)
  await lookAtAlerts(world, 2)
  expect(await countsNotified(world, ON_CALL)).toEqual([1, 1])
})

test('an admin who was removed is not called', async () => {
  const gone = await createPerson(world, 'admin', 'Gone')
  await world.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const { id } = await raisedAlert(world)
  await world.advanceTime(61_000)
  await lookAtAlerts(world)
  expect(await alarmsTo(world, gone.phone_number)).toEqual([])
  expect(await alarmsTo(world, admin.phone_number)).toHaveLength(1)
  expect(await levelsOf(world, id)).toEqual([1, 2])
})

test('an alarm is not sent any more once a person has taken the alert', async () => {
  const { id } = await raisedAlert(world)
  await world.advanceTime(61_000)
  await lookAtAlerts(world)
  await claimAlert({ ctx: actingAs(world, staff), input: { id, take_over: false } })
  const [alarm] = await alarmsTo(world, admin.phone_number)
  await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: alarm!.id } })
  expect((await alarmsTo(world, admin.phone_number))[0]).toMatchObject({
    state: 'cancelled',
    last_error: 'The alert was claimed first.',
  })
  expect(await smsTo(world, admin.phone_number)).toEqual([])
})
