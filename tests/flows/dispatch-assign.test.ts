import { expect, test } from 'vitest'
import { assign, createAmbulance, driverToken, raisedAlert, sentAmbulance, smsTo, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

interface Detail {
  version: number
  claimed_by: { name: string } | null
  dispatch: object | null
  dispatches: { state: string; vehicle_number: string }[]
  timeline: { kind: string; text: string }[]
}

const detailOf = async (id: number, by = asha) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: by.access })).body as unknown as Detail
const lastOf = async (id: number) => (await detailOf(id)).timeline.findLast(({ kind }) => kind.startsWith('dispatch'))
const close = (id: number, status: string, by = asha) =>
  call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status, description: 'As told by phone.' },
    access: by.access,
  })
const cancel = (id: number, by = asha) =>
  call(world.url, `/api/qr/alerts/${id}/dispatch/cancel/`, { body: { reason: 'Wrong ambulance' }, access: by.access })
const statusOf = async ({ id }: { id: number }) =>
  (await world.db.selectFrom('ambulances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('fifty operators want the same three ambulances at once: three get one, the others read what is in the way', async () => {
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
  for (const ambulance of ambulances) expect(await statusOf(ambulance)).toBe('BUSY')
  // The operator who lost has lost nothing else: their alerts are still open to all.
  const lost = alerts[answers.findIndex(({ status }) => status === 409)]!
  expect(await detailOf(lost.id)).toMatchObject({ claimed_by: null, dispatch: null, dispatches: [] })
})

test('ten operators send ten ambulances to one alert at once: one goes, nine stay free and their operators read who was first', async () => {
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
  const states = await Promise.all(ambulances.map(statusOf))
  expect(states).toEqual(states.map((_, n) => (n === winner ? 'BUSY' : 'AVAILABLE')))
})

test('another outside provider than the one that was sent is refused in words, and never silently taken for the same', async () => {
  const { id } = await raisedAlert(world)
  expect((await assign(world, asha, id, { outside_provider: '108' })).status).toBe(201)
  expect((await assign(world, asha, id, { outside_provider: '108' })).status).toBe(201)
  const other = await assign(world, asha, id, { outside_provider: 'City Hospital' })
  expect(other).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^This alert already has 108, sent by Asha at .* Call it off first/) },
  })
  expect(await detailOf(id)).toMatchObject({ dispatch: { outside_provider: '108' } })
})

test('the plan of a drive that is noted pays for nothing when it is used up', async () => {
  const { id, subscriber } = await raisedAlert(world)
  await world.db
    .updateTable('subscriptions')
    .set({ ride_used_at: new Date() })
    .where('user_id', '=', subscriber.id)
    .execute()
  const sent = await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })
  expect(sent).toMatchObject({ status: 201, body: { inside_plan: false } })
})

test('sending takes an alert nobody has, and leaves one that a colleague has', async () => {
  const [free, taken] = [await raisedAlert(world), await raisedAlert(world)]
  await call(world.url, `/api/qr/alerts/${taken.id}/claim/`, { body: {}, access: vikram.access })
  for (const { id } of [free, taken]) {
    expect((await assign(world, asha, id, { ambulance_id: (await createAmbulance(world)).id })).status).toBe(201)
  }
  expect(await detailOf(free.id)).toMatchObject({ claimed_by: { name: 'Asha Rao' } })
  expect(await detailOf(taken.id)).toMatchObject({ claimed_by: { name: 'Vikram Rao' } })
  expect((await lastOf(free.id))!.text).toMatch(/^Asha Rao took the alert and sent KA01AB\d{4}\.$/)
  expect((await lastOf(taken.id))!.text).toMatch(/^Asha Rao sent KA01AB\d{4}\.$/)
})

test('sending an alert that waits for a check by phone tells its relatives, as taking it does', async () => {
  const { id, subscriber } = await raisedAlert(world, { relatives: [newPhone()] })
  const quiet = await raisedAlert(world, { relatives: [newPhone()] })
  await world.db
    .updateTable('alerts')
    .set({ verify_by_phone: true, relatives_told_at: null })
    .where('id', '=', quiet.id)
    .execute()
  await world.db.deleteFrom('messages').where('alert_id', '=', quiet.id).execute()
  await world.db.deleteFrom('outbox').where('job_id', '=', `tell-relatives-${quiet.id}`).execute()
  await assign(world, asha, quiet.id, { ambulance_id: (await createAmbulance(world)).id })
  await until('the relative is told of the emergency', async () =>
    (await smsTo(world, quiet.subscriber.relatives[0]!)).some((text) => text.startsWith('EMERGENCY')),
  )
  expect([id, subscriber.relatives.length]).toEqual([id, 1])
})

test('the card, the page and the live consoles show the ambulance until it is done', async () => {
  const screen = openScreen(world.url, vikram.access)
  try {
    const { alert, ambulance, token } = await sentAmbulance(world, asha)
    const summary = { vehicle_number: ambulance.vehicle_number, outside_provider: null, eta_minutes: 3 }
    await until('the screen shows it', () => screen.latest(alert.id)?.dispatch)
    expect(screen.latest(alert.id)!.dispatch).toMatchObject({ ...summary, state: 'ASSIGNED' })
    expect(screen.events.at(-1)).toMatchObject({ type: 'alert' })
    await step(world, token, 'EN_ROUTE')
    await until('the screen follows', () => screen.latest(alert.id)?.dispatch?.state === 'EN_ROUTE')
    expect(await detailOf(alert.id)).toMatchObject({
      dispatch: { ...summary, state: 'EN_ROUTE' },
      dispatches: [
        {
          ...summary,
          state: 'EN_ROUTE',
          driver_name: 'Imran Khan',
          distance_km: 1,
          inside_plan: true,
          unanswered: false,
        },
      ],
    })
    await step(world, token, 'DONE')
    await until('it is gone from the card', () => screen.latest(alert.id)?.dispatch === null)
    expect(await detailOf(alert.id)).toMatchObject({ dispatch: null, dispatches: [{ state: 'DONE' }] })
  } finally {
    await screen.close()
  }
})

test('the same order again from the same person changes nothing and sends no second SMS', async () => {
  const { alert, ambulance, dispatch } = await sentAmbulance(world, asha)
  const before = await detailOf(alert.id)
  const again = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
  expect(again).toMatchObject({ status: 201, body: { id: dispatch.id } })
  expect((await detailOf(alert.id)).dispatches).toEqual(before.dispatches)
  expect(await smsTo(world, ambulance.driver_phone)).toHaveLength(1)
})

test('a driver who has not answered for a minute is shown as unanswered; outside providers never are', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const [waiting, outside] = [await raisedAlert(own), await raisedAlert(own)]
    await assign(own, person, waiting.id, { ambulance_id: (await createAmbulance(own)).id })
    await assign(own, person, outside.id, { outside_provider: '108' })
    const unanswered = async (id: number) => {
      const { body } = await call(own.url, `/api/qr/alerts/${id}/dispatches/`, { access: person.access })
      return (body as unknown as { unanswered: boolean }[])[0]!.unanswered
    }
    await own.advanceTime(40_000)
    expect([await unanswered(waiting.id), await unanswered(outside.id)]).toEqual([false, false])
    await own.advanceTime(21_000)
    expect([await unanswered(waiting.id), await unanswered(outside.id)]).toEqual([true, false])
  } finally {
    await own.stop()
  }
})

test('an outside provider in words: noted with its note, no SMS to a driver, moved on by the operator', async () => {
  const { id } = await raisedAlert(world)
  const answer = await assign(world, asha, id, { outside_provider: '108', note: 'Ticket 4711' })
  expect(answer).toMatchObject({
    status: 201,
    body: { outside_provider: '108', note: 'Ticket 4711', ambulance_id: null, eta_minutes: null, vehicle_number: null },
  })
  expect(await detailOf(id)).toMatchObject({ dispatch: { outside_provider: '108', state: 'ASSIGNED' } })
  expect((await lastOf(id))!.text).toBe('Asha Rao took the alert and sent 108.')
  const noted = await call(world.url, `/api/qr/alerts/${id}/dispatch/steps/`, {
    body: { step: 'AT_SCENE' },
    access: vikram.access,
  })
  expect(noted).toMatchObject({ status: 200, body: { state: 'AT_SCENE', accepted_at: null } })
  expect((await lastOf(id))!.text).toBe('108: at the scene, noted by Vikram.')
})

test('one of both: neither an ambulance nor a provider, or both, is refused, and so are unknown ones', async () => {
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
  expect(await statusOf({ id: ambulance_id })).toBe('AVAILABLE')
})

test('an ambulance that is off duty, busy or retired is refused in words', async () => {
  const { id } = await raisedAlert(world)
  const refusals = []
  for (const options of [{ status: 'OFF' }, { status: 'BUSY' }, { retired: true }] as const) {
    const { id: ambulance_id } = await createAmbulance(world, options)
    refusals.push(await assign(world, asha, id, { ambulance_id }))
  }
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(refusals.map(({ body }) => (body.detail as string).slice(10))).toEqual([
    ' is off duty.',
    ' is busy.',
    ' is not in service any more.',
  ])
})

test('ambulances go to pending alerts of any age and attended ones of the last day, never to rejected ones', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const made = []
    for (const status of ['PENDING', 'ATTENDED', 'REJECTED']) {
      const { id } = await raisedAlert(own)
      if (status !== 'PENDING') {
        await call(own.url, `/api/qr/alerts/${id}/update/`, {
          method: 'PATCH',
          body: { status, description: 'x' },
          access: person.access,
        })
      }
      made.push(id)
    }
    const sendTo = async (id: number) => {
      const answer = await assign(own, person, id, { ambulance_id: (await createAmbulance(own)).id })
      if (answer.status === 201) {
        await call(own.url, `/api/qr/alerts/${id}/dispatch/cancel/`, {
          body: { reason: 'Test' },
          access: person.access,
        })
      }
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

test('calling back: the ambulance is free, the link dead, the timeline says why, and another can be sent', async () => {
  const { alert, ambulance, token } = await sentAmbulance(world, asha)
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(200)
  expect(await cancel(alert.id, vikram)).toMatchObject({
    status: 200,
    body: { state: 'CANCELLED', cancel_reason: 'Wrong ambulance', declined: false, cancelled_at: expect.any(String) },
  })
  expect(await statusOf(ambulance)).toBe('AVAILABLE')
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(404)
  expect((await lastOf(alert.id))!.text).toBe(`${ambulance.vehicle_number}: called back by Vikram: Wrong ambulance.`)
  expect(await cancel(alert.id)).toMatchObject({
    status: 409,
    body: { detail: 'No ambulance is on its way to this alert.' },
  })
  const next = await createAmbulance(world)
  expect((await assign(world, asha, alert.id, { ambulance_id: next.id })).status).toBe(201)
  expect((await detailOf(alert.id)).dispatches.map(({ vehicle_number }) => vehicle_number)).toEqual([
    next.vehicle_number,
    ambulance.vehicle_number,
  ])
})

test('an ambulance that was taken off duty on its way stays off when it is called back', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  await world.db.updateTable('ambulances').set({ status: 'OFF' }).where('id', '=', ambulance.id).execute()
  await cancel(alert.id)
  expect(await statusOf(ambulance)).toBe('OFF')
})

test('a rejected alert calls its ambulance back; an attended one lets it drive on', async () => {
  const [rejected, attended] = [await sentAmbulance(world, asha), await sentAmbulance(world, asha)]
  await close(rejected.alert.id, 'REJECTED')
  await close(attended.alert.id, 'ATTENDED')
  expect(await statusOf(rejected.ambulance)).toBe('AVAILABLE')
  expect(await statusOf(attended.ambulance)).toBe('BUSY')
  expect((await call(world.url, `/api/drive/${rejected.token}/`)).status).toBe(404)
  expect((await step(world, attended.token, 'EN_ROUTE')).status).toBe(200)
  expect(await detailOf(rejected.alert.id)).toMatchObject({ dispatch: null, dispatches: [{ state: 'CANCELLED' }] })
  expect((await detailOf(rejected.alert.id)).timeline.find(({ kind }) => kind === 'rejected')!.text).toBe(
    `Asha Rao rejected the alert: As told by phone. ${rejected.ambulance.vehicle_number} was called back.`,
  )
})

test('while one operator calls the ambulance back another rejects the alert and the driver presses: nobody hangs', async () => {
  for (let round = 0; round < 5; round++) {
    const { alert, ambulance, token } = await sentAmbulance(world, asha)
    const answers = await Promise.all([
      cancel(alert.id),
      close(alert.id, 'REJECTED', vikram),
      step(world, token, 'ACCEPTED'),
      call(world.url, `/api/drive/${token}/position/`, { body: { latitude: 12.9, longitude: 77.5 } }),
    ])
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    expect(await statusOf(ambulance)).toBe('AVAILABLE')
  }
})

test('an ambulance can be sent to a sticker nobody has registered: no name, no plan, no relatives', async () => {
  const { token: sticker } = await createSticker(world)
  const { id } = await press(world.url, sticker, { latitude: 12.97, longitude: 77.59 })
  const ambulance = await createAmbulance(world)
  expect(await assign(world, asha, id, { ambulance_id: ambulance.id })).toMatchObject({
    status: 201,
    body: { inside_plan: null, eta_minutes: 3 },
  })
  const token = await driverToken(world, ambulance)
  expect((await call(world.url, `/api/drive/${token}/`)).body).toMatchObject({ first_name: null })
  expect((await step(world, token, 'DONE')).status).toBe(200)
})

test('a subscriber sees that an ambulance comes to the own alert, but nothing of its driver', async () => {
  const { alert } = await sentAmbulance(world, asha)
  const own = await world.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', alert.subscriber.id)
    .executeTakeFirstOrThrow()
  const { signIn } = await import('../harness/people.ts')
  const detail = await detailOf(alert.id, await signIn(world, own.id))
  expect(detail).toMatchObject({ dispatch: { state: 'ASSIGNED' }, dispatches: [] })
})
