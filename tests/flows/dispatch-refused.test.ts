import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const statusOf = async ({ id }: { id: number }) =>
  (await world.db.selectFrom('ambulances').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

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
