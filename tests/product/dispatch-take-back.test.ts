import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')

/** An ambulance on its way, and what Asha does with its steps. */
async function sent() {
  const { alert, dispatch, token } = await sentAmbulance(world, asha)
  const post = (path: string, body: object) =>
    call(world.url, `/api/qr/alerts/${alert.id}/dispatch/steps/${path}`, { body, access: asha.access })
  return {
    token,
    id: alert.id,
    note: (name: string) => post('', { step: name }),
    takeBack: (name: string) => post('take-back/', { dispatch_id: dispatch.id, step: name }),
    later: (seconds: number) =>
      sql`update dispatches set assigned_at = assigned_at - make_interval(secs => ${seconds}),
        accepted_at = accepted_at - make_interval(secs => ${seconds}) where id = ${Number(dispatch.id)}`.execute(
        world.db,
      ),
  }
}

test('an operator takes back a step that was just noted, and the timeline says who did', async () => {
  const { id, note, takeBack } = await sent()
  await note('ACCEPTED')
  await note('AT_SCENE')
  expect(await takeBack('AT_SCENE')).toMatchObject({ status: 200, body: { state: 'ACCEPTED', at_scene_at: null } })
  const { body } = await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })
  const texts = (body.timeline as { text: string }[]).map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringMatching(/: Asha took "at the scene" back\.$/))
})

test('no step is taken back after eight seconds, nor one that the driver has gone past', async () => {
  const one = await sent()
  await one.note('ACCEPTED')
  await one.later(9)
  expect((await one.takeBack('ACCEPTED')).status).toBe(409)
  await one.note('EN_ROUTE')
  await step(world, one.token, 'AT_SCENE')
  expect((await one.takeBack('EN_ROUTE')).status).toBe(409)
  await one.note('DONE')
  expect((await one.takeBack('DONE')).status).toBe(409)
})
