import { randomUUID } from 'node:crypto'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { callStaff } from '@tvarit/shared/domain/emergency/call-centre/call-staff'
import { watchConsoles } from '@tvarit/shared/domain/emergency/consoles/watch-consoles'
import { addOverride } from '@tvarit/shared/domain/emergency/on-call/add-override'
import { addOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/add-person'
import { peopleOnCall } from '@tvarit/shared/domain/emergency/on-call/people-on-call'
import { removeOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/remove-person'
import { seedOnCall } from '@tvarit/shared/domain/emergency/on-call/seed-on-call'
import { setRota } from '@tvarit/shared/domain/emergency/on-call/set-rota'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

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
