import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

interface Detail {
  version: number
  claimed_by: { name: string } | null
  dispatch: object | null
  dispatches: { state: string; vehicle_number: string }[]
  timeline: { kind: string; text: string }[]
}

const detailOf = async (id: number, by = asha) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: by.access })).body as unknown as Detail
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
