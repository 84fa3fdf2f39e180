import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentAmbulance } from '../harness/ambulances.ts'
import { call, newAddress } from '../harness/api.ts'
import { handedOver, open, revoke } from '../harness/handovers.ts'
import { holdLocks } from '../harness/hold-locks.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const asha = await createPerson(world, 'staff', 'Asha')

const look = (token: string, headers: Record<string, string> = {}) => call(world.url, `/h/${token}`, { headers })
const poll = (token: string) => call(world.url, `/api/handover/${token}/`)
const viewsOf = (handover: number) =>
  world.db.selectFrom('handover_views').select('id').where('handover_id', '=', handover).execute()

test('unknown, malformed, revoked, expired and foreign links get the same answer', async () => {
  const revoked = await handedOver(world, asha)
  await revoke(world, asha, revoked.handover.id)
  const old = await handedOver(world, asha)
  await world.db
    .updateTable('handovers')
    .set({ expires_at: sql`now()` })
    .where('id', '=', old.handover.id)
    .execute()
  const { token: driver } = await sentAmbulance(world, asha)
  const unknown = randomBytes(16).toString('base64url')
  const dead = [unknown, 'x', '%00', revoked.token, old.token, driver, `${old.token}x`]
  const scrub = (text: unknown) => String(text).replaceAll(/nonce="[\w+/=]+"/g, '')
  for (const ask of [look, open.bind(null, world), poll]) {
    const seen = new Set<string>()
    for (const token of dead) {
      const answer = await ask(token)
      seen.add(`${answer.status} ${scrub(answer.body.text ?? JSON.stringify(answer.body))}`)
    }
    expect([...seen]).toHaveLength(1)
    expect([...seen][0]).toMatch(/^404/)
  }
  expect(await viewsOf(revoked.handover.id)).toEqual([])
})

test('after 60 wrong links a minute from one network right ones go on working', async () => {
  const { token } = await handedOver(world, asha)
  const ip = newAddress()
  const guess = () => call(world.url, `/api/handover/${randomBytes(16).toString('base64url')}/`, { ip })
  const statuses = (await Promise.all(Array.from({ length: 70 }, guess))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await call(world.url, `/api/handover/${token}/`, { ip })).status).toBe(200)
})

test('a link that is pressed in a loop is slowed down, and said so', async () => {
  const { handover, token } = await handedOver(world, asha)
  const statuses: number[] = []
  for (let n = 0; n < 32; n++) statuses.push((await open(world, token)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect(await viewsOf(handover.id)).toHaveLength(30)
})

test('opened while being revoked, a handover is either audited first or dead', async () => {
  for (let round = 0; round < 8; round++) {
    const { handover, token } = await handedOver(world, asha)
    const [opened] = await Promise.all([open(world, token), revoke(world, asha, handover.id)])
    const shown = /SECRET-HEALTH/.test(String(opened.body.text))
    expect([opened.status, (await viewsOf(handover.id)).length]).toEqual(shown ? [200, 1] : [404, 0])
    expect((await open(world, token)).status).toBe(404)
  }
})

test('a press that found the link alive and then had to wait for its revocation shows nothing', async () => {
  const { alert, handover, token } = await handedOver(world, asha)
  await until('all messages are noted', async () => {
    const rows = await world.db.selectFrom('messages').select('state').where('alert_id', '=', alert.id).execute()
    return rows.every(({ state }) => state === 'sent')
  })
  await using locks = await holdLocks(world.pool, 'select from alerts where id = $1 for no key update', [alert.id])
  const revoking = revoke(world, asha, handover.id)
  await until('the revocation waits for the alert', async () => (await locks.waiting()) === 1)
  const opening = open(world, token)
  await until('the press waits behind it', async () => (await locks.waiting()) === 2)
  await locks.release()
  expect((await revoking).status).toBe(200)
  const opened = await opening
  expect([opened.status, String(opened.body.text).includes('SECRET')]).toEqual([404, false])
  expect(await viewsOf(handover.id)).toEqual([])
})
