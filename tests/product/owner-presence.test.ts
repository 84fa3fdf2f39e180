import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { ownedAlerts } from '../harness/owned-alerts.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const admin = await createPerson(world, 'admin', 'Meera')
const { atConsole, post, detail, progress, look, givenBack, claimed } = ownedAlerts(world, admin)
const note = () => ({ note_id: randomUUID(), note: 'The caller is with him.' })

test('an alert whose owner was removed rings at once, and the bystander is sent to 112', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  expect(await progress(status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  const removed = await call(world.url, `/api/users/${asha.id}/delete/`, { method: 'DELETE', access: admin.access })
  expect(removed.status).toBe(200)
  // Before any worker has looked.
  expect(await progress(status_url)).toMatchObject({
    seen_by: null,
    seen_at: null,
    call_112_now: true,
    consoles_online: 0,
  })
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
  expect(await detail(id)).toMatchObject({
    claimed_by: null,
    given_back: 'Asha is not logged in any more',
    owner_deadline: null,
  })
})

test('an alert whose owner logged out is given back', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  const logout = await call(world.url, '/api/users/logout/', { body: { refresh: asha.refresh } })
  expect(logout.status).toBe(200)
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
})

test('an alert whose owner got a role outside of the call centre is given back', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', asha.id).execute()
  await look()
  expect(await givenBack(id)).toEqual(['Asha is not logged in any more.'])
})

test('a browser that dies loses the alert 45 s after its last report, not before', async () => {
  const asha = await atConsole()
  const { id, status_url } = await claimed(asha)
  await world.advanceTime(30_000)
  await asha.report()
  await world.advanceTime(30_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  expect(await progress(status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  await world.advanceTime(16_000)
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(["Asha's console has not been heard of for 45 s."])
})

test('a page that is loaded again has 45 s to come back: leaving gives nothing back at once', async () => {
  const asha = await atConsole()
  const { id } = await claimed(asha)
  await world.advanceTime(60_000)
  await asha.report()
  await asha.report(false)
  await world.advanceTime(30_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  await asha.report()
  await world.advanceTime(16_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
})

test('without a console a claim and every act count as presence for 45 s', async () => {
  const rest = await createPerson(world, 'staff', 'Vikram')
  const { id } = await claimed(rest)
  await world.advanceTime(30_000)
  await post(rest, id, 'notes', note())
  await world.advanceTime(30_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(rest.id)
  await world.advanceTime(16_000)
  await look()
  expect(await givenBack(id)).toEqual(["Vikram's console has not been heard of for 45 s."])
})

test('an idle owner loses the alert after 2 min, and a note or call restarts them', async () => {
  const asha = await atConsole()
  const alert = await claimed(asha)
  const { id, status_url } = alert
  const [relative] = (await detail(id)).people
  await world.advanceTime(110_000)
  await post(asha, id, 'notes', note())
  await world.advanceTime(110_000)
  await post(asha, id, 'calls', { call_id: randomUUID(), person: relative!.key, outcome: 'REACHED' })
  await world.advanceTime(110_000)
  await asha.report()
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  await world.advanceTime(11_000)
  await asha.report()
  expect(await progress(status_url)).toMatchObject({ seen_by: null, call_112_now: true })
  await look()
  expect(await givenBack(id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
})

test('a colleague’s note does not count for the owner, and a takeover restarts the deadlines', async () => {
  const [asha, vikram] = [await atConsole(), await atConsole('Vikram')]
  const { id } = await claimed(asha)
  await world.advanceTime(110_000)
  await post(vikram, id, 'notes', note())
  await world.advanceTime(11_000)
  await Promise.all([asha.report(), vikram.report()])
  await look()
  expect(await givenBack(id)).toEqual(['No dispatch, note or call by Asha for 2 min.'])
  await post(asha, id, 'claim')
  await world.advanceTime(110_000)
  await post(vikram, id, 'claim', { take_over: true })
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(vikram.id)
})
