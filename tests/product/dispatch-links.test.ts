import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert, relativesToken, sentAmbulance, step } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const DEAD = { status: 404, body: { detail: 'This link is not valid any more.' } }

test('unknown, foreign, ended, recalled and day-old links all get the same answer', async () => {
  const own = await createWorld({ settings: { TRUST_PROXY: '1' } })
  try {
    const person = await createPerson(own, 'staff')
    const [done, cancelled, old] = [
      await sentAmbulance(own, person),
      await sentAmbulance(own, person),
      await sentAmbulance(own, person),
    ]
    await step(own, done.token, 'DONE')
    await call(own.url, `/api/qr/alerts/${cancelled.alert.id}/dispatch/cancel/`, {
      body: { reason: 'Test' },
      access: person.access,
    })
    const status_token = cancelled.alert.status_url.replace('/a/', '')
    await own.advanceTime(24 * 3_600_000 + 1_000)
    const fresh = await sentAmbulance(own, await createPerson(own, 'staff'))
    const links = {
      done: done.token,
      cancelled: cancelled.token,
      old: old.token,
      unknown: 'A'.repeat(22),
      cut: fresh.token.slice(0, -1),
      case: fresh.token.toLowerCase() + fresh.token,
      relatives: await relativesToken(own, fresh.alert.id),
      bystander: status_token,
      hash: Buffer.from(String(fresh.dispatch.id)).toString('hex'),
      odd: '%00',
      long: 'x'.repeat(3_000),
    }
    for (const [name, token] of Object.entries(links)) {
      const answers = [
        await call(own.url, `/api/drive/${token}/`),
        await step(own, token, 'ACCEPTED'),
        await call(own.url, `/api/drive/${token}/position/`, { body: { latitude: 1, longitude: 2 } }),
      ]
      for (const { status, body } of answers) expect([name, { status, body }]).toEqual([name, DEAD])
    }
    expect((await call(own.url, `/api/drive/${fresh.token}/`)).status).toBe(200)
    expect(
      await own.db.selectFrom('dispatches').select('state').where('id', '=', Number(old.dispatch.id)).execute(),
    ).toEqual([{ state: 'ASSIGNED' }])
  } finally {
    await own.stop()
  }
})

test('after sixty wrong links a minute a network gets 429, while right ones go on working', async () => {
  const { token } = await sentAmbulance(world, asha)
  const ip = newAddress()
  const wrong = () => call(world.url, `/api/drive/${'B'.repeat(22)}/`, { ip })
  const first = []
  for (let n = 0; n < 60; n++) first.push((await wrong()).status)
  expect(new Set(first)).toEqual(new Set([404]))
  const more = await wrong()
  expect(more.status).toBe(429)
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await call(world.url, `/api/track/${'B'.repeat(22)}/`, { ip })).status).toBe(429)
  expect((await call(world.url, `/api/drive/${token}/`, { ip })).status).toBe(200)
  expect((await wrong()).status).toBe(429)
  for (const page of [`/d/${'B'.repeat(22)}`, `/t/${'B'.repeat(22)}`]) {
    const { status, headers, body } = await call(world.url, page, { ip })
    expect([page, status, Number(headers.get('retry-after')) > 0]).toEqual([page, 429, true])
    expect(body.text).toContain('tel:112')
  }
  expect((await call(world.url, `/api/drive/${'B'.repeat(22)}/`)).status).toBe(404)
})

test('wrong status page links count like the others, and the right one goes on working', async () => {
  const { status_url } = await raisedAlert(world)
  const ip = newAddress()
  const wrong = (path: string) => call(world.url, `/a/${'B'.repeat(22)}${path}`, { ip })
  for (let n = 0; n < 30; n++) expect([(await wrong('')).status, (await wrong('/state')).status]).toEqual([404, 404])
  const state = await wrong('/state')
  expect([state.status, Number(state.headers.get('retry-after')) > 0]).toEqual([429, true])
  const page = await wrong('')
  expect([page.status, String(page.body.text).includes('tel:112')]).toEqual([429, true])
  const details = { body: { landmark: 'Gate 2' }, ip }
  expect((await call(world.url, `/a/${'B'.repeat(22)}/details`, details)).status).toBe(429)
  expect((await call(world.url, `/a/%00`, { ip })).status).toBe(429)
  expect((await call(world.url, `${status_url}/state`, { ip })).status).toBe(200)
  expect((await call(world.url, `${status_url}/details`, details)).status).toBe(200)
  expect((await wrong('/state')).status).toBe(429)
})

test('a relatives’ link ends 24 hours after the last dispatch, also on an open alert', async () => {
  const own = await createWorld({ settings: { TRUST_PROXY: '1' } })
  try {
    const { alert } = await sentAmbulance(own, await createPerson(own, 'staff'))
    const read = () => own.db.selectFrom('alerts').select('status').where('id', '=', alert.id).executeTakeFirstOrThrow()
    const track_token = await relativesToken(own, alert.id)
    const track = () => call(own.url, `/api/track/${track_token}/`)
    await own.advanceTime(23 * 3_600_000)
    expect((await track()).status).toBe(200)
    const page = await call(own.url, `/t/${track_token}`)
    expect(page.body.text).toContain('This link ends 24 hours after the alert')
    await own.advanceTime(3_600_000 + 1_000)
    expect([(await track()).status, (await read()).status]).toEqual([404, 'PENDING'])
    expect((await call(own.url, `/t/${track_token}`)).status).toBe(404)
    const ambulance = await createAmbulance(own)
    const staff = await createPerson(own, 'staff')
    await own.db.updateTable('dispatches').set({ state: 'CANCELLED' }).execute()
    expect((await assign(own, staff, alert.id, { ambulance_id: ambulance.id })).status).toBe(201)
    expect((await track()).status).toBe(200)
  } finally {
    await own.stop()
  }
})

test('the token stands nowhere in the database, also not while the SMS waits', async () => {
  const own = await createWorld({ worker: false })
  try {
    const person = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    const ambulance = await createAmbulance(own)
    await assign(own, person, id, { ambulance_id: ambulance.id })
    const message = await own.db
      .selectFrom('messages')
      .selectAll()
      .where('template', '=', 'driver_dispatch')
      .executeTakeFirstOrThrow()
    // What the call speaks, and nothing else.
    expect(message.params).toEqual({ vehicle: ambulance.vehicle_number, alert_id: id, place: expect.any(String) })
    expect(message).toMatchObject({ to_phone: ambulance.driver_phone, recipient_relation: 'Driver', alert_id: id })
    const { openParams } = await import('@tvarit/shared/domain/messages/message-params')
    const { url } = openParams(own.config, { ...message, to: ambulance.driver_phone }) as { url: string }
    const token = url.replace(`${own.config.PUBLIC_URL}/d/`, '')
    expect(token).toMatch(/^[\w-]{22}$/)
    expect((await call(own.url, `/api/drive/${token}/`)).status).toBe(200)
    for (const table of ['dispatches', 'messages', 'outbox', 'alert_events', 'audit_log', 'alerts']) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} t where t::text like ${`%${token}%`}`.execute(own.db)
      expect([table, rows[0]!.n]).toEqual([table, 0])
    }
  } finally {
    await own.stop()
  }
})
