import { randomUUID } from 'node:crypto'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { setTimes } from '@tvarit/shared/domain/on-call/rota/set-times'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { ASHA, onCallCalls, RAVI } from '../harness/on-call.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const { begin, as, add, rota, calledFor, page } = onCallCalls(world)
let admin: Person
beforeEach(async () => {
  admin = await begin()
})

describe('escalation times', () => {
  test('earlier times lift and call earlier, and the timeline says how long the alert has waited', async () => {
    await add(ASHA)
    await setTimes({ ctx: as(), input: { level_2_seconds: 40, level_3_seconds: 50 } })
    expect(await calledFor(41)).toEqual([])
    expect(await calledFor(51)).toEqual([ASHA.phone])
    await escalateAlerts({ ctx: world.ctx() })
    const events = await world.db.selectFrom('alert_events').select('detail').where('kind', '=', 'escalated').execute()
    const waits = events.map(({ detail }) => detail as { level: number; seconds: number })
    expect(waits.map(({ level }) => level).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3])
    expect(new Set(waits.map(({ seconds }) => Math.floor(seconds / 10)))).toEqual(new Set([4, 5]))
  })

  test.each([
    [{ level_2_seconds: 61, level_3_seconds: 120 }, 'level_2_seconds'],
    [{ level_2_seconds: 29, level_3_seconds: 120 }, 'level_2_seconds'],
    [{ level_2_seconds: 60, level_3_seconds: 121 }, 'level_3_seconds'],
    [{ level_2_seconds: 60, level_3_seconds: 59 }, 'level_3_seconds'],
  ])('no time may be later than the product’s own, earlier than level 1, or out of order: %j', async (body, field) => {
    const answer = await call(world.url, '/api/on-call/times/', { method: 'PUT', body, access: admin.access })
    expect(answer.status).toBe(400)
    expect(answer.body).toHaveProperty(field)
    expect((await page()).times).toEqual({ level_2_seconds: 60, level_3_seconds: 120 })
  })

  test('the database takes no later time either', async () => {
    const later = sql`update on_call_settings set level_3_seconds = 600`.execute(world.db)
    await expect(later).rejects.toThrow('check constraint')
  })
})

describe('the page', () => {
  test('says who is on call now and next, with the weeks of the rota and people’s roles', async () => {
    await add(ASHA, RAVI)
    await addOnCallPerson({ ctx: as(), input: { name: 'Meera', phone: admin.phone_number, language: 'en' } })
    await rota(ASHA, RAVI)
    const { now, everybody, next, people, rota: shown } = await page()
    expect(now).toEqual([{ name: 'Asha', phone: ASHA.phone }])
    expect(everybody).toBe(false)
    expect(next).toMatchObject({ people: [{ name: 'Ravi' }], everybody: false })
    expect(shown.weeks.map(({ name }) => name)).toEqual(['Asha', 'Ravi'])
    expect(shown.weeks[1]!.from).toBe(next!.at)
    expect(people.map(({ name, role, on_call }) => [name, role, on_call])).toEqual([
      ['Asha', null, true],
      ['Ravi', null, false],
      ['Meera', 'admin', false],
    ])
  })

  test('a number stands on the list once', async () => {
    await add(ASHA)
    const body = { name: 'Another', phone: `+91 ${ASHA.phone}`, language: 'en' }
    const answer = await call(world.url, '/api/on-call/people/', { body, access: admin.access })
    expect(answer).toMatchObject({ status: 409, body: { phone: ['This number is on the list already.'] } })
  })

  test('each change stands in the history with who made it', async () => {
    await add(ASHA, RAVI)
    await rota(RAVI, ASHA)
    const { changes } = await page()
    expect(changes.slice(0, 3).map(({ what, by, detail }) => [what, by, detail.name ?? detail.order])).toEqual([
      ['Set the on-call rota', 'Meera Rao', ['Ravi', 'Asha']],
      ['Added an on-call person', 'Meera Rao', 'Ravi'],
      ['Added an on-call person', 'Meera Rao', 'Asha'],
    ])
  })
})

test('a test call goes out once a request, at most once a minute, and its result shows', async () => {
  const own = await createWorld()
  onTestFinished(() => own.stop())
  const boss = await createPerson(own, 'admin', 'Meera')
  const phone = newPhone()
  await call(own.url, '/api/on-call/people/', { body: { name: 'Asha', phone, language: 'en' }, access: boss.access })
  const read = async () => (await call(own.url, '/api/on-call/', { access: boss.access })).body as unknown as OnCallPage
  const { id } = (await read()).people[0]!
  const test = (request_id: string) =>
    call(own.url, `/api/on-call/people/${id}/test/`, { body: { request_id }, access: boss.access })
  const request_id = randomUUID()
  expect((await test(request_id)).status).toBe(200)
  expect((await test(request_id)).status).toBe(200)
  expect((await test(randomUUID())).status).toBe(409)
  const text = await until('the phone rings', async () => (await smsTo(own, phone))[0])
  expect(text).toMatch(/^This is a test call from Tvarit\. There is no emergency\./)
  await until('the page shows it', async () => {
    const [newest] = (await read()).calls
    return newest?.template === 'on_call_test' && newest.state !== 'pending' && newest.state !== 'sending'
  })
  expect((await read()).calls[0]).toMatchObject({ name: 'Asha', phone, channel: 'voice', alert_id: null })
})
