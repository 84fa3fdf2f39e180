import { randomUUID } from 'node:crypto'
import { handoverBefore, nextOnCall, onCallAt, rotaAt } from '@tvarit/shared/contracts/on-call-plan'
import { watchConsoles } from '@tvarit/shared/domain/on-call/consoles/watch-consoles'
import { addOverride } from '@tvarit/shared/domain/on-call/rota/add-override'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { peopleOnCall } from '@tvarit/shared/domain/on-call/rota/people-on-call'
import { removeOnCallPerson } from '@tvarit/shared/domain/on-call/rota/remove-on-call-person'
import { seedOnCall } from '@tvarit/shared/domain/on-call/rota/seed-on-call'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ASHA, HOUR, MEERA, onCallCalls, RAVI } from '../harness/on-call.ts'
import { newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const SEEDED = [newPhone(), newPhone()]
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: SEEDED.join(',') } })
const { begin, as, add, idOf, rota, calledFor, page } = onCallCalls(world)
const WEEK = 7 * 24 * HOUR
let admin: Person
beforeEach(async () => {
  admin = await begin()
})

const phonesNow = async () => (await peopleOnCall(world.ctx())).now.map(({ phone }) => phone)

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

  test('an override counts for exactly its time, and two at once call both people', () => {
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

  test('the numbers of the setting become people once, and after that the list counts', async () => {
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

  test('the person of the week is called, and everybody else without an answer', async () => {
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

  test('an override changed after its response was lost is not mistaken for the saved one', async () => {
    await add(ASHA, RAVI)
    const input = {
      request_id: randomUUID(),
      person_id: await idOf(ASHA),
      from: new Date(Date.now() - HOUR).toISOString(),
      to: new Date(Date.now() + HOUR).toISOString(),
    }
    await addOverride({ ctx: as(), input })
    const changed = { ...input, person_id: await idOf(RAVI) }
    await expect(addOverride({ ctx: as(), input: changed })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await page()).overrides).toMatchObject([{ name: ASHA.name }])
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

  test('no armed console notifies everybody on the list, and again when it is over', async () => {
    await add(ASHA, RAVI)
    await rota(ASHA)
    const notified = async () => {
      const rows = await sql<{ phone: string; templates: string[] }>`
        select to_phone as phone, array_agg(template order by id) as templates from messages group by 1 order by 1`.execute(
        world.db,
      )
      return Object.fromEntries(rows.rows.map(({ phone, templates }) => [phone, templates]))
    }
    await watchConsoles({ ctx: world.ctx() })
    await world.advanceTime(61_000)
    await watchConsoles({ ctx: world.ctx() })
    expect(await notified()).toEqual({ [ASHA.phone]: ['screens_lost'], [RAVI.phone]: ['screens_lost'] })
    await world.db.insertInto('consoles').values({ id: randomUUID(), user_id: admin.id, armed: true }).execute()
    await watchConsoles({ ctx: world.ctx() })
    expect(await notified()).toEqual({
      [ASHA.phone]: ['screens_lost', 'screens_back'],
      [RAVI.phone]: ['screens_lost', 'screens_back'],
    })
    await world.empty('consoles')
  })
})
