import { expect, test } from 'vitest'
import { closeAlert, detailOf } from '../harness/alert-calls.ts'
import { assign, callBack, createAmbulance, raisedAlert, statusOf } from '../harness/ambulances.ts'
import { createPerson } from '../harness/people.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

test('of fifty operators after three ambulances three win, the others read why not', async () => {
  const staff = await Promise.all(Array.from({ length: 50 }, (_, n) => createPerson(world, 'staff', `Op${n}`)))
  const alerts = await Promise.all(Array.from({ length: 50 }, () => raisedAlert(world, { relatives: [] })))
  const ambulances = await Promise.all([1, 2, 3].map((base_km) => createAmbulance(world, { base_km })))
  const answers = await Promise.all(
    staff.map((person, n) => assign(world, person, alerts[n]!.id, { ambulance_id: ambulances[n % 3]!.id })),
  )
  const winners = answers.flatMap(({ status }, n) => (status === 201 ? [n] : []))
  expect(winners).toHaveLength(3)
  expect(new Set(winners.map((n) => n % 3)).size).toBe(3)
  const losers = answers.filter(({ status }) => status !== 201)
  expect(losers.map(({ status }) => status)).toEqual(Array.from({ length: 47 }, () => 409))
  for (const { body } of losers) expect(body.detail).toMatch(/^KA01AB\d{4} is already on its way to another alert\.$/)
  const going = await world.db
    .selectFrom('dispatches')
    .select(['ambulance_id', 'alert_id'])
    .where('state', '=', 'ASSIGNED')
    .where(
      'alert_id',
      'in',
      alerts.map(({ id }) => id),
    )
    .execute()
  expect(going.map(({ ambulance_id }) => ambulance_id).toSorted()).toEqual(ambulances.map(({ id }) => id).toSorted())
  expect(new Set(going.map(({ alert_id }) => alert_id)).size).toBe(3)
  for (const ambulance of ambulances) expect(await statusOf(world, ambulance)).toBe('BUSY')
  // The operator who lost has lost nothing else: their alerts are still open to all.
  const lost = alerts[answers.findIndex(({ status }) => status === 409)]!
  expect(await detailOf(world, asha, lost.id)).toMatchObject({ claimed_by: null, dispatch: null, dispatches: [] })
})

test('of ten dispatches to one alert at once one wins, and the others read who was first', async () => {
  const { id } = await raisedAlert(world)
  const staff = await Promise.all(Array.from({ length: 10 }, (_, n) => createPerson(world, 'staff', `Op${n}`)))
  const ambulances = await Promise.all(staff.map(() => createAmbulance(world)))
  const answers = await Promise.all(
    staff.map((person, n) => assign(world, person, id, { ambulance_id: ambulances[n]!.id })),
  )
  const winner = answers.findIndex(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  const text = new RegExp(
    `^This alert already has ${ambulances[winner]!.vehicle_number}, sent by Op${winner} at \\d\\d:\\d\\d:\\d\\d\\.$`,
  )
  for (const { status, body } of answers) if (status === 409) expect(body.detail).toMatch(text)
  const states = await Promise.all(ambulances.map((each) => statusOf(world, each)))
  expect(states).toEqual(states.map((_, n) => (n === winner ? 'BUSY' : 'AVAILABLE')))
})

test('a second, different outside provider is an error, never silently the same', async () => {
  const { id } = await raisedAlert(world)
  expect((await assign(world, asha, id, { outside_provider: '108' })).status).toBe(201)
  expect((await assign(world, asha, id, { outside_provider: '108' })).status).toBe(201)
  const other = await assign(world, asha, id, { outside_provider: 'City Hospital' })
  expect(other).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^This alert already has 108, sent by Asha at .* Call it off first/) },
  })
  expect(await detailOf(world, asha, id)).toMatchObject({ dispatch: { outside_provider: '108' } })
})

test('exactly one known ambulance or provider is required', async () => {
  const { id } = await raisedAlert(world)
  const { id: ambulance_id } = await createAmbulance(world)
  const one = { ambulance_id: ['Choose an ambulance or name an outside provider.'] }
  expect(await assign(world, asha, id, {})).toMatchObject({ status: 400, body: one })
  expect(await assign(world, asha, id, { ambulance_id, outside_provider: '108' })).toMatchObject({
    status: 400,
    body: one,
  })
  expect(await assign(world, asha, id, { ambulance_id: 999_999 })).toMatchObject({
    status: 404,
    body: { detail: 'Ambulance not found' },
  })
  expect(await assign(world, asha, 999_999, { ambulance_id })).toMatchObject({ status: 404 })
  expect(await statusOf(world, { id: ambulance_id })).toBe('AVAILABLE')
})

test('an ambulance that is off duty, busy or retired is rejected in words', async () => {
  const { id } = await raisedAlert(world)
  const rejections = []
  for (const options of [{ status: 'OFF' }, { status: 'BUSY' }, { retired: true }] as const) {
    const { id: ambulance_id } = await createAmbulance(world, options)
    rejections.push(await assign(world, asha, id, { ambulance_id }))
  }
  expect(rejections.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(rejections.map(({ body }) => (body.detail as string).slice(10))).toEqual([
    ' is off duty.',
    ' is busy.',
    ' is not in service any more.',
  ])
})

test('an outside provider that does not answer is replaced by another one', async () => {
  const { id } = await raisedAlert(world)
  const first = await assign(world, asha, id, { outside_provider: '108' })
  const answer = await assign(world, asha, id, { outside_provider: 'City Care', instead_of: first.body.id })
  expect(answer).toMatchObject({ status: 201, body: { outside_provider: 'City Care' } })
  expect((await detailOf(world, asha, id)).dispatches).toMatchObject([{ state: 'ASSIGNED' }, { state: 'CANCELLED' }])
})

test('ambulances go to pending alerts and ones attended in the last day, never to rejected', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const made = []
    for (const status of ['PENDING', 'ATTENDED', 'REJECTED']) {
      const { id } = await raisedAlert(own)
      if (status !== 'PENDING') await closeAlert(own, person, id, status)
      made.push(id)
    }
    const sendTo = async (id: number) => {
      const answer = await assign(own, person, id, { ambulance_id: (await createAmbulance(own)).id })
      if (answer.status === 201) await callBack(own, person, id)
      return answer.status
    }
    expect([await sendTo(made[0]!), await sendTo(made[1]!), await sendTo(made[2]!)]).toEqual([201, 201, 409])
    await own.advanceTime(25 * 3_600_000)
    const later = await createPerson(own, 'staff')
    person.access = later.access
    expect([await sendTo(made[0]!), await sendTo(made[1]!), await sendTo(made[2]!)]).toEqual([201, 409, 409])
  } finally {
    await own.stop()
  }
})
