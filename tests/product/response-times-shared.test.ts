import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, signIn } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('the wait for a shared ambulance begins with the person’s own alert', async () => {
  const asha = await createPerson(world, 'staff', 'Asha')
  const { access: admin } = await createPerson(world, 'admin')
  const post = (path: string, body: object) => call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
  const first = await raisedAlert(world)
  const sent = await assign(world, asha, first.id, { ambulance_id: (await createAmbulance(world)).id })
  await post(`${first.id}/dispatch/steps`, { step: 'AT_SCENE' })
  await world.advanceTime(240_000)
  asha.access = (await signIn(world, asha.id)).access
  const second = await raisedAlert(world)
  await post(`${second.id}/link`, { with_id: first.id })
  expect((await post(`${second.id}/dispatch/share`, { dispatch_id: sent.body.id })).status).toBe(201)
  const range = `from=${indianDay(Date.now() - 86_400_000)}&to=${indianDay(new Date())}`
  const read = async (path: string) => (await call(world.url, `/api/figures/${path}`, { access: admin })).body
  const { total } = await read(`response/?${range}`)
  for (const measure of ['dispatch', 'scene'] as const) {
    const { count, median, p90 } = (total as Record<string, { count: number; median: number; p90: number }>)[measure]!
    expect(count).toBe(2)
    // Interpolated between none and what the first one waited.
    expect(p90).toBeCloseTo(median * 1.8)
    const slowest = await read(`slowest/?${range}&measure=${measure}`)
    expect(slowest).toMatchObject([{ id: first.id }, { id: second.id, seconds: 0 }])
  }
})
