import { expect, test } from 'vitest'
import { detailOf } from '../harness/alert-calls.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const post = (path: string, body: object = {}) =>
  call(world.url, `/api/qr/alerts/${path}/`, { body, access: asha.access })
const othersOf = async (id: number) => (await detailOf(world, asha, id)).incident.map((alert) => alert.id)
const raise = async () => (await raisedAlert(world)).id

test('the first alert of an accident can leave it, and the others stay linked', async () => {
  const [one, two, three, elsewhere] = [await raise(), await raise(), await raise(), await raise()]
  await post(`${two}/link`, { with_id: one })
  await post(`${three}/link`, { with_id: one })
  const screen = openScreen(world.url, asha.access)
  await until('the screen shows the accident', () => screen.latest(three)?.incident_id === one)
  expect((await post(`${one}/unlink`)).body).toMatchObject({ incident_id: null })
  for (const id of [two, three])
    await until('the screen shows what is left of it', () => screen.latest(id)?.incident_id === two)
  const { timeline } = await detailOf(world, asha, three)
  expect(timeline.findLast(({ text }) => text.includes('accident'))?.text).toContain(`alert ${one}`)
  expect((await post(`${one}/link`, { with_id: elsewhere })).body).toMatchObject({ incident_id: one })
  expect([await othersOf(one), await othersOf(two), await othersOf(three)]).toEqual([[elsewhere], [three], [two]])
  await screen.close()
})
