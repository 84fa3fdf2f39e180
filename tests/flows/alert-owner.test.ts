import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ARRIVAL_SLACK, ARRIVAL_UNKNOWN_SECONDS, OWNER_DEADLINES } from '@tvarit/shared/contracts/alert-owner'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/emergency/alerts/release-overdue-alerts'
import { expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const admin = await createPerson(world, 'admin', 'Meera')

/** A member of the staff with a console that is open and armed. */
async function atConsole(first_name = 'Asha', of = world) {
  const person = await createPerson(of, 'staff', first_name)
  const console_id = randomUUID()
  const report = async (open = true) => {
    const body = JSON.stringify({ console_id, armed: open, open })
    const answer = await fetch(`${of.url}/trpc/alerts.reportConsole`, { method: 'POST', headers: person.headers, body })
    expect(answer.status).toBe(200)
  }
  await report()
  return { ...person, report }
}

const post = async (person: Person, id: number, what: string, body: object = {}, of = world) => {
  const answer = await call(of.url, `/api/qr/alerts/${id}/${what}/`, { body, access: person.access })
  expect([200, 201]).toContain(answer.status)
}
const detail = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: admin.access })).body as unknown as AlertDetail
const progress = async (status_url: string) =>
  (await call(world.url, `${status_url}/state`)).body as unknown as AlertProgress
const note = () => ({ note_id: randomUUID(), note: 'The caller is with him.' })

/** What the workers do each second. */
const look = () => releaseOverdueAlerts({ ctx: world.ctx() })

/** The reasons for which an alert was given back, as its timeline says. */
const givenBack = async (id: number) =>
  (await detail(id)).timeline
    .filter(({ kind, actor }) => kind === 'released' && actor === null)
    .map(({ text }) => text.replace('Given back: ', ''))

async function claimed(person: Person, options = {}) {
  const alert = await raisedAlert(world, options)
  await post(person, alert.id, 'claim')
  return alert
}

test('an alert whose owner was removed rings again at once, and the bystander is told to call 112', async () => {
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
  await world.advanceTime(40_000)
  await asha.report()
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  expect(await progress(status_url)).toMatchObject({ seen_by: 'Asha', call_112_now: false })
  await world.advanceTime(6_000)
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
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
  await asha.report()
  await world.advanceTime(6_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(asha.id)
})

test('without a console a claim and every act count as presence for 45 s', async () => {
  const rest = await createPerson(world, 'staff', 'Vikram')
  const { id } = await claimed(rest)
  await world.advanceTime(40_000)
  await post(rest, id, 'notes', note())
  await world.advanceTime(40_000)
  await look()
  expect((await detail(id)).claimed_by?.id).toBe(rest.id)
  await world.advanceTime(6_000)
  await look()
  expect(await givenBack(id)).toEqual(["Vikram's console has not been heard of for 45 s."])
})

test('an owner who is there and does nothing loses the alert after 2 min; a note or a call begins them again', async () => {
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

test('what a colleague writes says nothing of the owner; taking over begins the deadlines of the new one', async () => {
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

test('the table of deadlines in the documents is that of the contracts', () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const rows = Object.values(OWNER_DEADLINES).map(({ state, since, holder, seconds, reason }) => {
    return `| ${state} | ${since} | ${holder ?? '-'} | ${seconds} | ${reason({ owner: 'Asha', vehicle: 'KA01AB1234' })} |`
  })
  expect(page).toContain(rows.join('\n'))
  expect(page).toContain(`${ARRIVAL_SLACK} times the minutes it was given`)
  expect(page).toContain(`${ARRIVAL_UNKNOWN_SECONDS / 60} min when it is unknown`)
})
