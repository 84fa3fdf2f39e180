import type { DriverView } from '@tvarit/shared/contracts/dispatch'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { linkHash } from '@tvarit/shared/domain/records/links'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const press = (token: string, step: string, pressed_ms_ago = 0) =>
  call(world.url, `/api/drive/${token}/steps/`, { body: { step, pressed_ms_ago } })
const takeBack = (token: string) => call(world.url, `/api/drive/${token}/steps/take-back/`, { body: {} })
/** The steps so far were taken earlier. */
const ageSteps = (token: string, seconds: number) =>
  sql`update dispatches set assigned_at = assigned_at - make_interval(secs => ${seconds}),
    accepted_at = accepted_at - make_interval(secs => ${seconds}) where driver_token_hash = ${linkHash(token)}`.execute(
    world.db,
  )
const view = async (token: string) => (await call(world.url, `/api/drive/${token}/`)).body as unknown as DriverView
const timeline = async (alert: number) => {
  const events = await world.db
    .selectFrom('alert_events')
    .select('detail')
    .where('alert_id', '=', alert)
    .where('kind', '=', 'dispatch_state')
    .orderBy('seq')
    .execute()
  return events.map(({ detail }) => (detail as { state: string }).state)
}
/** A press on a page without its script. */
const form = (token: string, step: string) =>
  fetch(`${world.url}/d/${token}?lang=en`, { method: 'POST', body: new URLSearchParams({ step }), redirect: 'follow' })

test('two steps within a second are one, also at once and without script', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  await press(token, 'ACCEPTED')
  // Keeps the second from passing on a slow machine.
  await ageSteps(token, -4)
  expect((await press(token, 'EN_ROUTE')).body.state).toBe('ACCEPTED')
  await Promise.all([form(token, 'EN_ROUTE'), press(token, 'DECLINED')])
  expect((await view(token)).state).toBe('ACCEPTED')
  await ageSteps(token, 6)
  await Promise.all(['EN_ROUTE', 'EN_ROUTE'].map((step) => press(token, step)))
  expect(await timeline(alert.id)).toEqual(['accepted by the driver', 'on the way to the scene'])
})

test('steps of a program, which say nothing of a press, count at once', async () => {
  const { token } = await sentAmbulance(world, asha)
  for (const step of ['ACCEPTED', 'EN_ROUTE', 'AT_SCENE'])
    await call(world.url, `/api/drive/${token}/steps/`, { body: { step } })
  expect((await view(token)).state).toBe('AT_SCENE')
})

test('steps that waited on the phone for a network all count', async () => {
  const { token } = await sentAmbulance(world, asha)
  for (const [step, ago] of [
    ['ACCEPTED', 60_000],
    ['EN_ROUTE', 55_000],
    ['AT_SCENE', 1_500],
  ] as const)
    await press(token, step, ago)
  expect((await view(token)).state).toBe('AT_SCENE')
})

test('the last step is taken back within eight seconds and not later, and the timeline says so', async () => {
  const { alert, token } = await sentAmbulance(world, asha)
  expect([(await view(token)).take_back_ms, (await takeBack(token)).status]).toEqual([0, 409])
  await press(token, 'ACCEPTED')
  await ageSteps(token, 20)
  await press(token, 'AT_SCENE')
  expect((await view(token)).take_back_ms).toBeGreaterThan(5_000)
  const back = await takeBack(token)
  expect([back.status, back.body.state, back.body.take_back_ms]).toEqual([200, 'ACCEPTED', 0])
  const { at_scene_at } = await world.db
    .selectFrom('dispatches')
    .select('at_scene_at')
    .where('alert_id', '=', alert.id)
    .executeTakeFirstOrThrow()
  expect(at_scene_at).toBeNull()
  const late = await takeBack(token)
  expect([late.status, late.body.detail]).toEqual([409, TEXTS.step_too_late])
  expect((await timeline(alert.id)).at(-1)).toBe('the driver took "at the scene" back')
  expect((await takeBack('x'.repeat(22))).status).toBe(404)
})

test('a page without script offers to take the step back, and says when it is too late', async () => {
  const { token } = await sentAmbulance(world, asha)
  const shown = await (await form(token, 'ACCEPTED')).text()
  expect(shown).toMatch(/id="take-back"[^>]*>\s*Take the last step back/)
  expect(shown).not.toMatch(/id="take-back"[^>]*hidden/)
  expect(await (await form(token, 'TAKE_BACK')).text()).toContain('You are needed')
  await form(token, 'ACCEPTED')
  await ageSteps(token, 9)
  expect(await (await form(token, 'TAKE_BACK')).text()).toMatch(/id="trouble"[^>]*>\s*A step can be taken back/)
})
