import { randomUUID } from 'node:crypto'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { ConsoleWatch } from '@tvarit/shared/contracts/consoles'
import { readWatch } from '@tvarit/shared/domain/on-call/consoles/read-watch'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { expect, test } from 'vitest'
import { north, sentAmbulance, step } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

// The first stage of each deadline: the owner's own consoles ring before all others.

const world = await fileWorld()
const admin = await createPerson(world, 'admin', 'Meera')

async function atConsole(first_name = 'Asha') {
  const person = await createPerson(world, 'staff', first_name)
  const body = JSON.stringify({ console_id: randomUUID(), armed: true, open: true })
  const report = () =>
    fetch(`${world.url}/trpc/alerts.reportConsole`, { method: 'POST', headers: person.headers, body })
  await report()
  return { ...person, report }
}
const detail = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: admin.access })).body as unknown as AlertDetail
const note = (person: Person, id: number) =>
  call(world.url, `/api/qr/alerts/${id}/notes/`, {
    body: { note_id: randomUUID(), note: 'The driver says two minutes.' },
    access: person.access,
  })
const seconds = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 1000)
/** The owner is rung so many seconds after the last step of the ambulance, or after the last note. */
async function holderAfter(what: 'step' | 'note', id: number): Promise<number> {
  const { holder_deadline, dispatch, timeline } = await detail(id)
  const note = timeline.findLast(({ kind }) => kind === 'note')
  return seconds(what === 'step' ? dispatch!.since : note!.at, holder_deadline!)
}
const watch = (): Promise<ConsoleWatch> => readWatch({ ctx: { ...world.ctx(admin.actor), actor: admin.actor } })
const standing = async (id: number) => (await watch()).standing.find(({ alert_id }) => alert_id === id)
const look = () => releaseOverdueAlerts({ ctx: world.ctx() })
/** Why the alert was released, once it is: the world's worker may be releasing it at the same moment. */
const givenBack = (id: number) => until('the alert is given back', async () => (await detail(id)).given_back)
const position = (token: string, km: number) =>
  call(world.url, `/api/drive/${token}/position/`, { body: { ...north(km), accuracy: 10 } })

test('the owner is rung 60 s after the last action and before each ambulance deadline', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  // The claim and the dispatch were acts.
  expect(await holderAfter('step', alert.id)).toBe(60)
  await world.advanceTime(20_000)
  await step(world, token, 'ACCEPTED')
  expect(await holderAfter('step', alert.id)).toBe(120)
  await step(world, token, 'EN_ROUTE')
  // One kilometre: three minutes were promised.
  expect(await holderAfter('step', alert.id)).toBe(180)
  await step(world, token, 'AT_SCENE')
  expect(await holderAfter('step', alert.id)).toBe(30 * 60)
})

test('an action before the first stage moves it, a later one extends to the second stage', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  await step(world, token, 'EN_ROUTE')
  await world.advanceTime(170_000)
  await note(asha, alert.id)
  expect(await holderAfter('note', alert.id)).toBe(60)
  await world.advanceTime(65_000)
  await note(asha, alert.id)
  // Ten minutes after the step it rings everywhere.
  expect(await holderAfter('step', alert.id)).toBe(600)
})

test('consoles learn of an ambulance that moves under 200 m in 3 min, until the owner acts', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  await step(world, token, 'EN_ROUTE')
  await position(token, 1)
  await world.advanceTime(120_000)
  await position(token, 0.9)
  await world.advanceTime(70_000)
  await position(token, 0.9)
  const found = await standing(alert.id)
  expect(found).toMatchObject({ unseen: false })
  expect(seconds(found!.since, found!.rings_from!)).toBe(180)
  await note(asha, alert.id)
  expect(await standing(alert.id)).toMatchObject({ rings_from: null })
  await position(token, 0.6)
  expect(await standing(alert.id)).toBeUndefined()
})

test('an alert is released when its ambulance is still for 6 min and its owner does nothing', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  await step(world, token, 'EN_ROUTE')
  await position(token, 1)
  await world.advanceTime(330_000)
  await position(token, 1)
  await look()
  expect((await detail(alert.id)).claimed_by?.id).toBe(asha.id)
  await world.advanceTime(31_000)
  expect(await givenBack(alert.id)).toMatch(/^KA01AB\d+ has not moved for 6 min$/)
  expect((await detail(alert.id)).claimed_by).toBeNull()
})

test('positions that stop count after 5 min, as a phone without network sends none', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  await step(world, token, 'EN_ROUTE')
  await position(token, 1)
  await world.advanceTime(270_000)
  expect(await standing(alert.id)).toBeUndefined()
  await world.advanceTime(31_000)
  expect(await standing(alert.id)).toMatchObject({ unseen: true, rings_from: expect.any(String) })
  await world.advanceTime(180_000)
  expect(await givenBack(alert.id)).toMatch(/ has sent no position for 8 min$/)
})

test('an ambulance on the way whose driver page never sent a position is not said to stand', async () => {
  const asha = await atConsole()
  const { alert, token } = await sentAmbulance(world, asha)
  await step(world, token, 'EN_ROUTE')
  await world.advanceTime(560_000)
  await look()
  expect(await standing(alert.id)).toBeUndefined()
  expect((await detail(alert.id)).claimed_by?.id).toBe(asha.id)
})

test('owners who are not present are sent to the consoles while their ambulance is in time', async () => {
  const asha = await atConsole()
  const { token } = await sentAmbulance(world, asha)
  await step(world, token, 'AT_SCENE')
  expect((await watch()).away).not.toContain(asha.id)
  await world.advanceTime(46_000)
  expect((await watch()).away).toContain(asha.id)
  await asha.report()
  expect((await watch()).away).not.toContain(asha.id)
})

test('a card says how the last ambulance ended, and nothing of one that was called back', async () => {
  const asha = await atConsole()
  const done = await sentAmbulance(world, asha)
  await step(world, done.token, 'DONE')
  expect(await detail(done.alert.id)).toMatchObject({
    dispatch: null,
    dispatch_end: { outcome: 'done', name: done.ambulance.vehicle_number },
  })
  const declined = await sentAmbulance(world, asha)
  await step(world, declined.token, 'DECLINED')
  expect((await detail(declined.alert.id)).dispatch_end).toMatchObject({ outcome: 'declined' })
  const back = await sentAmbulance(world, asha)
  const path = `/api/qr/alerts/${back.alert.id}/dispatch/cancel/`
  await call(world.url, path, { body: { reason: 'Wrong one.' }, access: asha.access })
  expect(await detail(back.alert.id)).toMatchObject({ dispatch: null, dispatch_end: null })
})
