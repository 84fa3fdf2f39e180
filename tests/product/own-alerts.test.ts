import type { OwnAlert } from '@tvarit/shared/contracts/own-alerts'
import { expect, test } from 'vitest'
import { sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

const alertsOf = async (who: Person, query = '') => {
  const answer = await call(world.url, `/api/users/profile/alerts/${query}`, { access: who.access })
  return answer.body as unknown as { count: number; total_pages: number; results: OwnAlert[] }
}
const close = (id: number, status: 'ATTENDED' | 'REJECTED', description: string) =>
  call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status, description },
    access: asha.access,
  })

test('a person sees when and where their alerts were, what came of them and which ambulance came', async () => {
  const drive = await sentAmbulance(world, asha)
  const own = await signIn(world, drive.alert.subscriber.id)
  await step(world, drive.token, 'AT_SCENE')
  await close(drive.alert.id, 'ATTENDED', 'Taken to Victoria Hospital.')
  expect((await alertsOf(own)).results).toEqual([
    {
      id: drive.alert.id,
      timestamp: expect.any(String),
      drill: false,
      status: 'ATTENDED',
      place: 'Position sent by the bystander’s phone',
      description: 'Taken to Victoria Hospital.',
      closed_at: expect.any(String),
      ambulance: {
        name: drive.ambulance.vehicle_number,
        state: 'AT_SCENE',
        at_scene_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    },
  ])
})

test('own alerts show a landmark before a position, mark drills and come newest first', async () => {
  const subscriber = await createSubscriber(world)
  const own = await signIn(world, subscriber.id)
  const first = await press(world.url, subscriber.sticker.token, {
    landmark: 'Opposite the temple',
    latitude: 12.9,
    longitude: 77.5,
    first_respondent_phone: '9812345670',
  })
  await close(first.id, 'REJECTED', 'False alarm.')
  const drill = await call(world.url, '/api/users/profile/drill/', { method: 'POST', access: own.access })
  const { count, results } = await alertsOf(own)
  expect(count).toBe(2)
  expect(results).toMatchObject([
    { id: drill.body.id, drill: true, status: 'PENDING', place: 'No place: it was a test' },
    { id: first.id, drill: false, status: 'REJECTED', place: 'Opposite the temple', ambulance: null },
  ])
  // The person who helped is not named to the person they helped.
  expect(JSON.stringify(results)).not.toContain('9812345670')
})

test('nobody sees the alerts of another person, and a page holds what was asked for', async () => {
  const subscriber = await createSubscriber(world)
  for (let n = 0; n < 3; n++) await close((await press(world.url, subscriber.sticker.token)).id, 'REJECTED', 'Nothing.')
  const own = await signIn(world, subscriber.id)
  const page = await alertsOf(own, '?page_size=2')
  expect([page.count, page.total_pages, page.results.length]).toEqual([3, 2, 2])
  const stranger = await signIn(world, (await createSubscriber(world)).id)
  expect((await alertsOf(stranger)).results).toEqual([])
})
