import { expect, test } from 'vitest'
import { assign, createAmbulance, sentAmbulance, smsTo, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const vikram = await createPerson(world, 'staff', 'Vikram')

const statusOf = async ({ id }: { id: number }) =>
  (await world.db.selectFrom('ambulances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const detailOf = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as {
    dispatches: { id: number; state: string; vehicle_number: string; cancel_reason: string | null }[]
    timeline: { kind: string; text: string }[]
  }

test('one step replaces a silent driver by the next ambulance and notifies everybody', async () => {
  const { alert, ambulance, token, dispatch } = await sentAmbulance(world, asha)
  const next = await createAmbulance(world)
  const answer = await assign(world, vikram, alert.id, { ambulance_id: next.id, instead_of: dispatch.id })
  expect(answer).toMatchObject({ status: 201, body: { state: 'ASSIGNED', vehicle_number: next.vehicle_number } })
  expect([await statusOf(ambulance), await statusOf(next)]).toEqual(['AVAILABLE', 'BUSY'])
  const { dispatches, timeline } = await detailOf(alert.id)
  expect(dispatches).toMatchObject([
    { state: 'ASSIGNED', vehicle_number: next.vehicle_number },
    { state: 'CANCELLED', vehicle_number: ambulance.vehicle_number, cancel_reason: 'The driver did not answer.' },
  ])
  expect(timeline.findLast(({ kind }) => kind === 'dispatched')!.text).toBe(
    `Vikram Rao sent ${next.vehicle_number} instead of ${ambulance.vehicle_number}, whose driver did not answer.`,
  )
  expect((await call(world.url, `/api/drive/${token}/`)).status).toBe(404)
  await until('the first driver hears that nobody needs to come', async () =>
    (await smsTo(world, ambulance.driver_phone)).find(
      (text) => text.includes(ambulance.vehicle_number) && !text.includes('/d/'),
    ),
  )
  await until('relatives hear of the second one', async () => {
    const texts = await smsTo(world, alert.subscriber.relatives[0]!)
    return texts.some((text) => text.includes(next.vehicle_number))
  })
})

test('a driver who has answered meanwhile is not replaced, and the operator reads why', async () => {
  const { alert, ambulance, token, dispatch } = await sentAmbulance(world, asha)
  await step(world, token, 'ACCEPTED')
  const next = await createAmbulance(world)
  expect(await assign(world, asha, alert.id, { ambulance_id: next.id, instead_of: dispatch.id })).toMatchObject({
    status: 409,
    body: {
      detail: `${ambulance.vehicle_number} has answered meanwhile and comes. Call it off first if another one is to go.`,
    },
  })
  expect([await statusOf(ambulance), await statusOf(next)]).toEqual(['BUSY', 'AVAILABLE'])
})

test('a step or recall that names an ambulance does not affect its replacement', async () => {
  const { alert, ambulance, dispatch } = await sentAmbulance(world, asha)
  const next = await createAmbulance(world)
  const { body: sent } = await assign(world, vikram, alert.id, { ambulance_id: next.id, instead_of: dispatch.id })
  const act = (address: string, body: Record<string, unknown>) =>
    call(world.url, `/api/qr/alerts/${alert.id}/dispatch/${address}/`, { body, access: asha.access })
  const detail = `${ambulance.vehicle_number} is no longer on its way to this alert.`
  for (const step of ['AT_SCENE', 'DECLINED'])
    expect(await act('steps', { step, dispatch_id: dispatch.id })).toMatchObject({ status: 409, body: { detail } })
  expect(await act('cancel', { reason: 'Sent the wrong one', dispatch_id: dispatch.id })).toMatchObject({
    status: 409,
    body: { detail },
  })
  expect((await detailOf(alert.id)).dispatches[0]).toMatchObject({ id: sent.id, state: 'ASSIGNED' })
  expect(await act('steps', { step: 'AT_SCENE', dispatch_id: sent.id })).toMatchObject({ status: 200 })
  expect(await act('cancel', { reason: 'Not needed', dispatch_id: sent.id })).toMatchObject({ status: 200 })
})

test('a replacement that cannot go leaves the first one as it was', async () => {
  const { alert, ambulance, dispatch } = await sentAmbulance(world, asha)
  const off = await createAmbulance(world, { status: 'OFF' })
  expect((await assign(world, asha, alert.id, { ambulance_id: off.id, instead_of: dispatch.id })).status).toBe(409)
  expect((await assign(world, asha, alert.id, { ambulance_id: 999_999, instead_of: dispatch.id })).status).toBe(404)
  expect((await detailOf(alert.id)).dispatches).toMatchObject([{ id: dispatch.id, state: 'ASSIGNED' }])
  expect(await statusOf(ambulance)).toBe('BUSY')
})

test('concurrent replacements and swaps have one winner each and do not deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { alert, dispatch } = await sentAmbulance(world, asha)
    const [one, two] = [await createAmbulance(world), await createAmbulance(world)]
    const answers = await Promise.all([
      assign(world, asha, alert.id, { ambulance_id: one.id, instead_of: dispatch.id }),
      assign(world, vikram, alert.id, { ambulance_id: two.id, instead_of: dispatch.id }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect([await statusOf(one), await statusOf(two)].toSorted()).toEqual(['AVAILABLE', 'BUSY'])

    const [left, right] = [await sentAmbulance(world, asha), await sentAmbulance(world, asha)]
    const swapped = await Promise.all([
      assign(world, asha, left.alert.id, { ambulance_id: right.ambulance.id, instead_of: left.dispatch.id }),
      assign(world, vikram, right.alert.id, { ambulance_id: left.ambulance.id, instead_of: right.dispatch.id }),
    ])
    expect(swapped.map(({ status }) => status)).toEqual([409, 409])
  }
})
