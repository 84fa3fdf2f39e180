import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { ownedAlerts } from '../harness/owned-alerts.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Meera')
const { atConsole, post, attend, detail, progress, look, givenBack, claimed, withAmbulance, driverStep } = ownedAlerts(
  world,
  admin,
)

test('a driver silent for 60 s leaves the alert to a present owner, else it rings', async () => {
  const [there, gone] = [await atConsole(), await atConsole('Vikram')]
  const ambulances = [await createAmbulance(world), await createAmbulance(world)]
  const [kept, lost] = [await claimed(there), await claimed(gone)]
  await assign(world, there, kept.id, { ambulance_id: ambulances[0]!.id })
  await assign(world, gone, lost.id, { ambulance_id: ambulances[1]!.id })
  await world.advanceTime(55_000)
  await there.report()
  await look()
  // Its sender may leave as long as the ambulance is in time.
  expect(await progress(lost.status_url)).toMatchObject({ seen_by: 'Vikram', call_112_now: false })
  await world.advanceTime(6_000)
  await look()
  expect((await detail(kept.id)).claimed_by?.id).toBe(there.id)
  expect(await givenBack(lost.id)).toEqual([
    `The driver of ${ambulances[1]!.vehicle_number} has not answered for 60 s.`,
  ])
  expect(await progress(lost.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  // The ambulance stays sent.
  expect((await detail(lost.id)).dispatch).toMatchObject({ state: 'ASSIGNED' })
  await world.advanceTime(60_000)
  await there.report()
  await look()
  expect(await givenBack(kept.id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
})

test('an alert is released when its ambulance does not set out or arrive in time', async () => {
  const asha = await atConsole()
  const [parked, late] = [await withAmbulance(asha), await withAmbulance(asha)]
  await driverStep(parked, 'ACCEPTED')
  await driverStep(late, 'EN_ROUTE')
  await world.advanceTime(170_000)
  await look()
  expect((await detail(parked.alert.id)).claimed_by?.id).toBe(asha.id)
  await world.advanceTime(11_000)
  await look()
  const { vehicle_number } = parked.ambulance
  expect(await givenBack(parked.alert.id)).toEqual([`${vehicle_number} accepted 3 min ago and is not on the way.`])
  // A kilometre was given 3 min: the shortest time an arrival gets is 10 min.
  await world.advanceTime(410_000)
  await look()
  expect(await progress(late.alert.status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  await world.advanceTime(10_000)
  expect(await progress(late.alert.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(late.alert.id)).toEqual([`${late.ambulance.vehicle_number} has not arrived in time.`])
})

test.each([
  ['AT_SCENE', 45, 'has been at the scene for 45 min.'],
  ['TRANSPORTING', 90, 'has been on the way to the hospital for 90 min.'],
  ['AT_HOSPITAL', 60, 'has been at the hospital for 60 min.'],
] as const)(
  '%s lasts %i min at most, and a bystander whom help has reached is not sent to 112',
  async (state, minutes, why) => {
    const asha = await atConsole()
    const { alert, ambulance } = await withAmbulance(asha)
    await driverStep({ alert }, state)
    await world.advanceTime(minutes * 60_000 - 30_000)
    await look()
    expect(await givenBack(alert.id)).toEqual([])
    await world.advanceTime(31_000)
    await look()
    expect(await givenBack(alert.id)).toEqual([`${ambulance.vehicle_number} ${why}`])
    expect(await progress(alert.status_url)).toMatchObject({ seen_by: null, call_112_now: false })
  },
)

test('an ambulance far away has half as long again as it was given', async () => {
  const asha = await atConsole()
  const { alert } = await withAmbulance(asha, 9.9)
  await driverStep({ alert }, 'EN_ROUTE')
  // 9.9 km x 1.4 at 30 km/h are 28 min.
  await world.advanceTime(41 * 60_000)
  await look()
  expect(await givenBack(alert.id)).toEqual([])
  await world.advanceTime(62_000)
  await look()
  expect(await givenBack(alert.id)).toHaveLength(1)
})

test('a driver’s decline releases the alert at once, one noted by its operator does not', async () => {
  const asha = await atConsole()
  const [by_driver, by_phone] = [await withAmbulance(asha), await withAmbulance(asha)]
  await world.advanceTime(50_000)
  await asha.report()
  await driverStep(by_driver, 'DECLINED')
  await post(asha, by_phone.alert.id, 'dispatch/steps', { step: 'DECLINED' })
  expect(await givenBack(by_driver.alert.id)).toEqual([
    `The driver of ${by_driver.ambulance.vehicle_number} cannot come.`,
  ])
  expect(await progress(by_driver.alert.status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await world.advanceTime(100_000)
  await asha.report()
  await look()
  expect((await detail(by_phone.alert.id)).claimed_by?.id).toBe(asha.id)
})

test('an alert that was claimed, attended or released is no longer to be verified by phone', async () => {
  const asha = await atConsole()
  const [sent, attended] = [await raisedAlert(world), await raisedAlert(world)]
  const mark = (id: number) =>
    world.db.updateTable('alerts').set({ verify_by_phone: true }).where('id', '=', id).execute()
  await mark(sent.id)
  await mark(attended.id)
  await attend(asha, attended.id)
  for (const { id } of [sent, attended]) {
    const ambulance = await createAmbulance(world)
    await assign(world, asha, id, { ambulance_id: ambulance.id })
    await post(asha, id, 'dispatch/steps', { step: 'EN_ROUTE' })
  }
  expect(await detail(sent.id)).toMatchObject({ verify_by_phone: false })
  await post(asha, attended.id, 'dispatch/steps', { step: 'DECLINED' })
  expect(await detail(attended.id)).toMatchObject({ verify_by_phone: false, claimed_by: null })
  await world.advanceTime(3_600_000)
  await look()
  expect(await detail(sent.id)).toMatchObject({ verify_by_phone: false, claimed_by: null, escalation_level: 0 })
})

test('without its ambulance, called off or done, an alert is its owner’s as after a claim', async () => {
  const [asha, vikram] = [await atConsole(), await atConsole('Vikram')]
  const [off, done] = [await withAmbulance(asha), await withAmbulance(asha)]
  for (const each of [off, done]) await driverStep(each, 'EN_ROUTE')
  await world.advanceTime(300_000)
  await post(vikram, off.alert.id, 'dispatch/cancel', { reason: 'A nearer one goes.' })
  await driverStep(done, 'DONE')
  for (const seconds of [0, 30, 30, 30]) {
    await world.advanceTime(seconds * 1_000)
    await asha.report()
    await look()
    for (const { alert } of [off, done]) expect((await detail(alert.id)).claimed_by?.id).toBe(asha.id)
  }
  await world.advanceTime(31_000)
  await asha.report()
  await look()
  for (const { alert } of [off, done]) {
    expect(await givenBack(alert.id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
  }
})

test('an outside provider has 20 min from the dispatch, as its arrival is unknown', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await assign(world, asha, id, { outside_provider: '108' })
  await world.advanceTime(19 * 60_000)
  await look()
  expect(await givenBack(id)).toEqual([])
  await world.advanceTime(61_000)
  await look()
  expect(await givenBack(id)).toEqual(['108 has not arrived in time.'])
})
