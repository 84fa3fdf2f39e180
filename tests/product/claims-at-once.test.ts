import { expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const colleagues = () => Promise.all(['Leela', 'Mohan', 'Nisha'].map((name) => createPerson(world, 'staff', name)))
const claim = (person: Person, id: number, body: object) =>
  call(world.url, `/api/qr/alerts/${id}/claim/`, { access: person.access, body })

test('of claims that waited for one alert each loser reads the name of who has it', async () => {
  const id = (await raisedAlert(world, { nowhere: true })).id
  await using held = await holdLocks(world.pool, 'select from alerts where id = $1 for no key update', [id])
  const people = await colleagues()
  const claims = people.map((person) => claim(person, id, {}))
  await until('all wait', async () => (await held.waiting()) === 3)
  await held.release()
  const answers = await Promise.all(claims)
  const winner = people[answers.findIndex(({ status }) => status === 200)]!.first_name
  const losers = answers.filter(({ status }) => status === 409).map(({ body }) => body)
  expect(losers).toEqual([1, 2].map(() => ({ detail: expect.stringMatching(`^${winner} has had this alert since`) })))
})

test('of take-overs that waited for one alert the timeline names who had it before each', async () => {
  const id = (await raisedAlert(world, { nowhere: true })).id
  const people = await colleagues()
  await claim(people[0]!, id, {})
  await using held = await holdLocks(world.pool, 'select from alerts where id = $1 for no key update', [id])
  const claims = people.slice(1).map((person) => claim(person, id, { take_over: true }))
  await until('both wait', async () => (await held.waiting()) === 2)
  await held.release()
  await Promise.all(claims)
  const { rows } = await world.pool.query<{ actor_id: number; detail: { from: string } }>(
    `select actor_id, detail from alert_events where alert_id = $1 and kind = 'taken_over' order by seq`,
    [id],
  )
  const first = people.find((person) => person.id === rows[0]!.actor_id)!.first_name
  expect(rows.map(({ detail }) => detail.from)).toEqual(['Leela', first])
})
