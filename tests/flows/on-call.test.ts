import { randomUUID } from 'node:crypto'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { handoverBefore, nextOnCall, onCallAt, rotaAt } from '@tvarit/shared/contracts/on-call-plan'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { escalateAlerts } from '@tvarit/shared/domain/emergency/call-centre/escalate-alerts'
import { watchConsoles } from '@tvarit/shared/domain/emergency/consoles/watch-consoles'
import { addOverride } from '@tvarit/shared/domain/emergency/on-call/add-override'
import { addOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/add-person'
import { peopleOnCall } from '@tvarit/shared/domain/emergency/on-call/people-on-call'
import { removeOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/remove-person'
import { seedOnCall } from '@tvarit/shared/domain/emergency/on-call/seed-on-call'
import { setRota } from '@tvarit/shared/domain/emergency/on-call/set-rota'
import { setTimes } from '@tvarit/shared/domain/emergency/on-call/set-times'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { raisedAlert, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const SEEDED = [newPhone(), newPhone()]
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: SEEDED.join(',') } })
const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
let admin: Person
const person = (name: string) => ({ name, phone: newPhone(), language: 'en' as const })
const ASHA = person('Asha')
const RAVI = person('Ravi')
const MEERA = person('Meera')

beforeEach(async () => {
  await world.empty('alerts', 'messages', 'outbox', 'staff_calls', 'on_call_people')
  await sql`update on_call_settings set level_2_seconds = 60, level_3_seconds = 120`.execute(world.db)
  await sql`update console_watch set silent_since = null, told_at = null`.execute(world.db)
  admin = await createPerson(world, 'admin', 'Meera')
})

const as = () => ({ ...world.ctx(admin.actor), actor: admin.actor })
const add = (...people: (typeof ASHA)[]) =>
  people.reduce(
    (before, person) => before.then(() => addOnCallPerson({ ctx: as(), input: person })),
    Promise.resolve({ detail: '' }),
  )
const idOf = async (person: typeof ASHA) =>
  (await world.db.selectFrom('on_call_people').select('id').where('phone', '=', person.phone).executeTakeFirstOrThrow())
    .id
const rota = async (...people: (typeof ASHA)[]) => {
  const now = new Date(Date.now() + 5.5 * HOUR)
  await setRota({
    ctx: as(),
    input: {
      weekday: now.getUTCDay(),
      time: now.toISOString().slice(11, 16),
      people: await Promise.all(people.map(idOf)),
    },
  })
}
const phonesNow = async () => (await peopleOnCall(world.ctx())).now.map(({ phone }) => phone)
const calledFor = async (seconds: number) => {
  const { id } = await raisedAlert(world)
  await world.db
    .updateTable('alerts')
    .set({ waiting_since: sql`now() - make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
  await callStaff({ ctx: world.ctx() })
  const rows = await world.db
    .selectFrom('messages')
    .select('to_phone')
    .where('recipient_relation', '=', 'On call')
    .execute()
  return rows.map(({ to_phone }) => to_phone)
}
const page = async () =>
  (await call(world.url, '/api/on-call/', { access: admin.access })).body as unknown as OnCallPage

describe('the rota by India’s clock', () => {
  const at = (text: string) => Date.parse(`${text}+05:30`)
  const midnight = { rota: [1, 2, 3], since: at('2026-11-23T00:00'), overrides: [] }

  test('a handover at midnight changes the person at that very moment, not at midnight in UTC', () => {
    expect(onCallAt(midnight, at('2026-11-22T23:59:59.999'))).toEqual([3])
    expect(onCallAt(midnight, at('2026-11-23T00:00'))).toEqual([1])
    expect(onCallAt(midnight, at('2026-11-29T23:59:59.999'))).toEqual([1])
    expect(onCallAt(midnight, at('2026-11-30T00:00'))).toEqual([2])
    expect(onCallAt(midnight, at('2026-12-14T00:00'))).toEqual([1])
  })

  test('weekday and time of the handover are India’s, whatever day it is in UTC', () => {
    // Sunday evening in UTC is Monday in India.
    const monday = { weekday: 1, time: '00:00' }
    expect(handoverBefore(monday, at('2026-11-23T00:00'))).toBe(at('2026-11-23T00:00'))
    expect(handoverBefore(monday, at('2026-11-22T23:59'))).toBe(at('2026-11-16T00:00'))
    expect(handoverBefore({ weekday: 4, time: '09:30' }, at('2026-11-24T12:00'))).toBe(at('2026-11-19T09:30'))
    for (let weekday = 0; weekday < 7; weekday++) {
      const handover = handoverBefore({ weekday, time: '23:45' }, at('2026-11-24T12:00'))
      expect(new Date(handover + 5.5 * HOUR).getUTCDay()).toBe(weekday)
    }
  })

  test('an override counts from its first moment to its last, over a handover too, and two at once call both', () => {
    const plan = {
      ...midnight,
      overrides: [
        { person_id: 7, from: at('2026-11-29T18:00'), to: at('2026-11-30T06:00') },
        { person_id: 8, from: at('2026-11-30T05:00'), to: at('2026-11-30T06:00') },
      ],
    }
    expect(onCallAt(plan, at('2026-11-29T17:59'))).toEqual([1])
    expect(onCallAt(plan, at('2026-11-30T00:00'))).toEqual([7])
    expect(onCallAt(plan, at('2026-11-30T05:30'))).toEqual([7, 8])
    expect(onCallAt(plan, at('2026-11-30T06:00'))).toEqual([2])
    expect(nextOnCall(plan, at('2026-11-29T17:00'))).toEqual({ at: at('2026-11-29T18:00'), people: [7] })
    expect(nextOnCall(plan, at('2026-11-30T07:00'))).toEqual({ at: at('2026-12-07T00:00'), people: [3] })
  })

  test('one person has every week, and nothing comes next', () => {
    expect(nextOnCall({ rota: [1], since: at('2026-11-23T00:00'), overrides: [] }, at('2026-12-25T00:00'))).toBeNull()
  })

  test('the weeks shown begin with the person of this week', () => {
    expect(rotaAt(midnight, at('2026-12-01T12:00'))).toEqual({ rota: [2, 3, 1], since: at('2026-11-30T00:00') })
  })
})

describe('who is called', () => {
  test('before the first start has taken them over, the numbers of the setting are called', async () => {
    expect(await phonesNow()).toEqual(SEEDED)
    expect((await calledFor(121)).toSorted()).toEqual(SEEDED)
  })

  test('the numbers of the setting become people once; after that the list counts', async () => {
    await seedOnCall({ ctx: world.ctx() })
    await seedOnCall({ ctx: world.ctx() })
    expect((await page()).people.map(({ phone }) => phone)).toEqual(SEEDED)
    await add(ASHA)
    const [first] = (await page()).people
    await removeOnCallPerson({ ctx: as(), input: { id: first!.id } })
    await seedOnCall({ ctx: world.ctx() })
    expect(await phonesNow()).toEqual([SEEDED[1], ASHA.phone])
  })

  test('without a rota everybody on the list is called', async () => {
    await add(ASHA, RAVI)
    expect((await calledFor(121)).toSorted()).toEqual([ASHA.phone, RAVI.phone])
  })

  test('of a rota the person of the week is called, and everybody else when that person does not answer', async () => {
    await add(ASHA, RAVI, MEERA)
    await rota(RAVI, ASHA)
    expect(await calledFor(121)).toEqual([RAVI.phone])
    await world.empty('alerts', 'messages', 'staff_calls')
    expect((await calledFor(261)).toSorted()).toEqual([ASHA.phone, RAVI.phone, MEERA.phone].toSorted())
  })

  test('after the handover the next person is called', async () => {
    await add(ASHA, RAVI)
    await rota(ASHA, RAVI)
    expect(await phonesNow()).toEqual([ASHA.phone])
    await world.advanceTime(WEEK)
    expect(await phonesNow()).toEqual([RAVI.phone])
    await world.advanceTime(WEEK)
    expect(await phonesNow()).toEqual([ASHA.phone])
  })

  test('an override is called instead, and the rota again when it is over', async () => {
    await add(ASHA, RAVI)
    await rota(ASHA)
    const input = {
      request_id: randomUUID(),
      person_id: await idOf(RAVI),
      from: new Date(Date.now() - HOUR).toISOString(),
      to: new Date(Date.now() + HOUR).toISOString(),
    }
    await addOverride({ ctx: as(), input })
    await addOverride({ ctx: as(), input })
    expect(await phonesNow()).toEqual([RAVI.phone])
    expect((await page()).overrides).toHaveLength(1)
    await world.advanceTime(HOUR)
    expect(await phonesNow()).toEqual([ASHA.phone])
  })

  test('removing a person leaves the others of the rota where they are', async () => {
    await add(ASHA, RAVI, MEERA)
    await rota(ASHA, RAVI, MEERA)
    await world.advanceTime(WEEK + HOUR)
    expect(await phonesNow()).toEqual([RAVI.phone])
    await removeOnCallPerson({ ctx: as(), input: { id: await idOf(ASHA) } })
    expect(await phonesNow()).toEqual([RAVI.phone])
    await removeOnCallPerson({ ctx: as(), input: { id: await idOf(RAVI) } })
    expect(await phonesNow()).toEqual([MEERA.phone])
    await expect(removeOnCallPerson({ ctx: as(), input: { id: await idOf(MEERA) } })).rejects.toThrow(
      'Add another person',
    )
  })

  test('a plan that names only people who are gone calls everybody', async () => {
    await add(ASHA, RAVI)
    await rota(ASHA)
    await sql`update on_call_people set removed_at = now(), rota_place = null where phone = ${ASHA.phone}`.execute(
      world.db,
    )
    expect(await phonesNow()).toEqual([RAVI.phone])
    await sql`delete from on_call_settings`.execute(world.db)
    expect(await phonesNow()).toEqual([RAVI.phone])
    expect(await calledFor(121)).toEqual([RAVI.phone])
    await sql`insert into on_call_settings default values`.execute(world.db)
  })

  test('the message is for the person, in the language of the person', async () => {
    await addOnCallPerson({ ctx: as(), input: { name: 'Lakshmi', phone: newPhone(), language: 'kn' } })
    await calledFor(121)
    const message = await world.db
      .selectFrom('messages')
      .select(['recipient_name', 'language'])
      .where('recipient_relation', '=', 'On call')
      .executeTakeFirstOrThrow()
    expect(message).toEqual({ recipient_name: 'Lakshmi', language: 'kn' })
  })

  test('no armed console: everybody on the list is told, no matter who has the week, and that it is over', async () => {
    await add(ASHA, RAVI)
    await rota(ASHA)
    const told = async () => {
      const rows = await sql<{ phone: string; templates: string[] }>`
        select to_phone as phone, array_agg(template order by id) as templates from messages group by 1 order by 1`.execute(
        world.db,
      )
      return Object.fromEntries(rows.rows.map(({ phone, templates }) => [phone, templates]))
    }
    await watchConsoles({ ctx: world.ctx() })
    await world.advanceTime(61_000)
    await watchConsoles({ ctx: world.ctx() })
    expect(await told()).toEqual({ [ASHA.phone]: ['screens_lost'], [RAVI.phone]: ['screens_lost'] })
    await world.db.insertInto('consoles').values({ id: randomUUID(), user_id: admin.id, armed: true }).execute()
    await watchConsoles({ ctx: world.ctx() })
    expect(await told()).toEqual({
      [ASHA.phone]: ['screens_lost', 'screens_back'],
      [RAVI.phone]: ['screens_lost', 'screens_back'],
    })
    await world.empty('consoles')
  })
})

describe('escalation times', () => {
  test('earlier times lift and call earlier, and the timeline says the seconds that were set', async () => {
    await add(ASHA)
    await setTimes({ ctx: as(), input: { level_2_seconds: 40, level_3_seconds: 50 } })
    expect(await calledFor(41)).toEqual([])
    expect(await calledFor(51)).toEqual([ASHA.phone])
    await escalateAlerts({ ctx: world.ctx() })
    const events = await world.db.selectFrom('alert_events').select('detail').where('kind', '=', 'escalated').execute()
    const seconds = events.map(({ detail }) => (detail as { seconds: number }).seconds)
    expect(new Set(seconds)).toEqual(new Set([30, 40, 50]))
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
  test('says who is called now and next, with the weeks of the rota and the role of people who work here', async () => {
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

test('a test call goes out once for one request, not twice a minute, and the page shows how it went', async () => {
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
  expect(text).toMatch(/^This is a test call of Tvarit\. There is no emergency\./)
  await until('the page shows it', async () => {
    const [newest] = (await read()).calls
    return newest?.template === 'on_call_test' && newest.state !== 'pending' && newest.state !== 'sending'
  })
  expect((await read()).calls[0]).toMatchObject({ name: 'Asha', phone, channel: 'voice', alert_id: null })
})
