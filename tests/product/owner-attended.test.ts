import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { expect, test } from 'vitest'
import { assign } from '../harness/ambulances.ts'
import { ownedAlerts } from '../harness/owned-alerts.ts'
import { createPerson } from '../harness/people.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Meera')
const { atConsole, post, attend, detail, progress, look, givenBack, claimed, withAmbulance, driverStep } = ownedAlerts(
  world,
  admin,
)

test.each(['driver', 'operator'] as const)(
  'an alert that was attended rings again when its ambulance cannot come, as its %s says',
  async (who) => {
    const asha = await atConsole()
    const sent = await withAmbulance(asha)
    const { alert, ambulance } = sent
    const screen = openScreen(world.url, asha.access)
    await until('the screen shows it', () => screen.latest(alert.id)?.status === 'PENDING')
    await attend(asha, alert.id)
    await until('the screen knows the end', () => screen.latest(alert.id)?.status === 'ATTENDED')
    if (who === 'driver') await driverStep(sent, 'DECLINED')
    else await post(asha, alert.id, 'dispatch/steps', { step: 'DECLINED' })
    const waiting = { status: 'PENDING', claimed_by: null, closed_at: null, attending_staff: null, description: null }
    expect(await detail(alert.id)).toMatchObject(waiting)
    expect(await givenBack(alert.id)).toEqual([
      `The driver of ${ambulance.vehicle_number} cannot come; the alert had been attended.`,
    ])
    await until('the screen rings', () => screen.latest(alert.id)?.status === 'PENDING')
    expect(await progress(alert.status_url)).toMatchObject({ call_112_now: true })
    await world.advanceTime(31_000)
    expect(await escalateAlerts({ ctx: world.ctx() })).toContain(1)
    // It is closed like any other.
    await attend(asha, alert.id)
    expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED', attending_staff: { name: 'Asha Rao' } })
    await screen.close()
  },
)

test.each([
  ['ASSIGNED', 60, 'The driver of % has not answered for 60 s; the alert had been attended.'],
  ['ACCEPTED', 180, '% accepted 3 min ago and is not on the way; the alert had been attended.'],
  ['EN_ROUTE', 600, '% has not arrived in time; the alert had been attended.'],
] as const)(
  'an attended alert with an ambulance %s for %i s reopens, and 112 is shown',
  async (state, seconds, reason) => {
    const asha = await atConsole()
    const sent = await withAmbulance(asha)
    const { alert, ambulance } = sent
    if (state !== 'ASSIGNED') await driverStep(sent, state)
    const screen = openScreen(world.url, asha.access)
    await attend(asha, alert.id)
    await world.advanceTime((seconds - 20) * 1_000)
    await look()
    expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED' })
    await world.advanceTime(21_000)
    await Promise.all([look(), look()])
    expect(await detail(alert.id)).toMatchObject({ status: 'PENDING', claimed_by: null, closed_at: null })
    expect(await givenBack(alert.id)).toEqual([reason.replace('%', ambulance.vehicle_number)])
    await until('the screen rings', () => screen.latest(alert.id)?.status === 'PENDING')
    expect(await progress(alert.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
    // The ambulance stays sent.
    expect((await detail(alert.id)).dispatch).toMatchObject({ state })
    // Closing it once more ends nothing, until a step says where the ambulance is.
    await attend(asha, alert.id)
    await world.advanceTime(61_000)
    await look()
    expect(await detail(alert.id)).toMatchObject({ status: 'PENDING' })
    await post(asha, alert.id, 'dispatch/steps', { step: 'AT_SCENE' })
    await attend(asha, alert.id)
    await world.advanceTime(1_200_000)
    await look()
    expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED' })
    await screen.close()
  },
)

test('an attended alert stays closed when its ambulance was there or is not ours', async () => {
  const asha = await atConsole()
  const [there, outside] = [await withAmbulance(asha), await claimed(asha)]
  await assign(world, asha, outside.id, { outside_provider: '108' })
  await driverStep(there, 'AT_SCENE')
  await attend(asha, there.alert.id)
  await attend(asha, outside.id)
  for (const minutes of [1, 20, 30]) {
    await world.advanceTime(minutes * 60_000)
    await look()
    for (const id of [there.alert.id, outside.id]) expect((await detail(id)).status).toBe('ATTENDED')
  }
})

test('an attended drill stays closed when its ambulance cannot come: it must ring nobody', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', id).execute()
  await assign(world, asha, id, { outside_provider: '108' })
  await attend(asha, id)
  await post(asha, id, 'dispatch/steps', { step: 'DECLINED' })
  expect(await detail(id)).toMatchObject({ status: 'ATTENDED', dispatches: [{ state: 'CANCELLED' }] })
})

test('an ambulance that was late already at the closing opens the alert again a minute later', async () => {
  const asha = await atConsole()
  const { alert } = await withAmbulance(asha)
  await world.advanceTime(300_000)
  await attend(asha, alert.id)
  await world.advanceTime(40_000)
  await look()
  expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED' })
  await world.advanceTime(21_000)
  await look()
  expect(await detail(alert.id)).toMatchObject({ status: 'PENDING' })
})

test('an ambulance that is sent after the alert was attended has its deadlines, too', async () => {
  const asha = await atConsole()
  const sent = await withAmbulance(asha)
  await post(asha, sent.alert.id, 'dispatch/cancel', { reason: 'It broke down.' })
  await attend(asha, sent.alert.id)
  await world.advanceTime(600_000)
  await look()
  await assign(world, asha, sent.alert.id, { ambulance_id: sent.ambulance.id })
  await world.advanceTime(61_000)
  await look()
  expect(await detail(sent.alert.id)).toMatchObject({ status: 'PENDING' })
})

test('workers that were away for more than an hour open no attended alert again', async () => {
  const asha = await atConsole()
  const { alert } = await withAmbulance(asha)
  await attend(asha, alert.id)
  await world.advanceTime(3_700_000)
  await look()
  expect(await detail(alert.id)).toMatchObject({ status: 'ATTENDED' })
})
