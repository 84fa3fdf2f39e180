import { clean, toLoggable } from '@tvarit/shared/platform/log/loggable-error'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert, sentAmbulance, step } from '../harness/ambulances.ts'
import { call, codeBySms, wrongCode } from '../harness/api.ts'
import { carrierSettings } from '../harness/carrier-settings.ts'
import { startFakeCarrier } from '../harness/carrier/fake-carrier.ts'
import { startFakeSmtp } from '../harness/fake-smtp.ts'
import { createHospital, handedOver, open, sendTo } from '../harness/handovers.ts'
import { loggedWorld } from '../harness/logged-world.ts'
import { createPerson, createSubscriber, newPhone, type Person } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { createRestCalls } from '../harness/rest-calls.ts'
import { openScreen } from '../harness/screen.ts'
import { secretsOf } from '../harness/secrets-of.ts'
import { until } from '../harness/until.ts'
import type { World } from '../harness/world.ts'

/** Log lines that hold something they must not, with where that is from. */
async function leaks(world: World, lines: string[], more: Record<string, string> = {}): Promise<string[]> {
  const secrets = [...(await secretsOf(world)), ...Object.entries(more)]
  return lines.flatMap((line) => {
    // The milliseconds of a line and the digits of its request's id may be a code by chance.
    const said = line.replace(/"time":\d+/, '').replace(/"request_id":"[0-9a-f-]{36}"/, '')
    return secrets.filter(([value]) => said.includes(value)).map(([value, from]) => `${from} ${value} in ${line}`)
  })
}

const KEYS = (people: Person[]) =>
  Object.fromEntries(people.flatMap(({ access, refresh }) => [access, refresh].map((key) => [key, 'a session'])))

describe('a working product', () => {
  let logged: Awaited<ReturnType<typeof loggedWorld>>
  let world: World
  beforeAll(async () => {
    logged = await loggedWorld()
    world = logged.world
  })
  afterAll(() => world.stop())

  test('every call of the document, right and wrong, leaves nothing about a person in the log', async () => {
    const document = (await call(world.url, '/api/openapi.json')).body as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const calls = await createRestCalls(world)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const sent = await calls.make(operationId)!
        await (await calls.send(method.toUpperCase(), path, sent)).arrayBuffer()
        const wrong = {
          ...sent,
          token: `${sent.token ?? 'x'}wrong`,
          ...(sent.body ? { body: { phone_number: '9' } } : {}),
        }
        await (await calls.send(method.toUpperCase(), path, wrong)).arrayBuffer()
      }
    }
    const { admin, chain } = calls
    const people = [admin, ...Object.values(chain)] as Person[]
    const aadhaar = { '234123412346': 'an Aadhaar number', '2341 2341 2346': 'an Aadhaar number' }
    expect(await leaks(world, logged.lines, { ...KEYS(people), ...aadhaar })).toEqual([])
    expect(logged.lines.length).toBeGreaterThan(200)
  }, 600_000)

  test('a rescue over the public pages, with wrong codes and dead links, leaves nothing either', async () => {
    const staff = await createPerson(world, 'staff', 'Nandini')
    const screen = openScreen(world.url, staff.access)
    const { alert, token } = await sentAmbulance(world, staff)
    const { sticker, phone_number } = alert.subscriber
    const otp = await codeBySms(world, 'login', phone_number)
    for (const code of [wrongCode(otp), otp, otp]) {
      await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number, otp: code } })
    }
    await press(world.url, sticker.token, { first_respondent_phone: '9123400001', landmark: 'Behind the red temple' })
    for (const path of [
      `/s/${sticker.token}`,
      alert.status_url,
      `/d/${token}`,
      `/t/${token}`,
      `/S/${sticker.token}?lang=hi`,
    ]) {
      await call(world.url, path)
    }
    for (const name of ['accept', 'start', 'arrive']) await step(world, token, name)
    const handover = await handedOver(world, staff)
    await open(world, handover.token)
    await call(world.url, `/ws/alerts/?token=${staff.access}`)
    await call(world.url, `/nowhere/${phone_number}?phone=${phone_number}`)
    await call(world.url, '/trpc/auth.login', { body: `{"login":"${phone_number}","password":` })
    await screen.close()
    const more = { ...KEYS([staff]), [token]: 'a link', [handover.token]: 'a link', Nandini: 'a name' }
    expect(await leaks(world, logged.lines, more)).toEqual([])
  })

  test('faults of the database are written down without the values they quote', async () => {
    const subscriber = await createSubscriber(world)
    const staff = await createPerson(world, 'staff')
    const phone = newPhone()
    await sql`create unique index one_note on shift_notes (text)`.execute(world.db)
    await sql`alter table alert_reports add constraint no_phone check (first_respondent_phone is null) not valid`.execute(
      world.db,
    )
    const note = () =>
      call(world.url, '/trpc/shiftNotes.write', {
        body: { text: `Call ${phone} about the diabetes`, note_id: crypto.randomUUID() },
        access: staff.access,
      })
    expect((await note()).status).toBe(200)
    expect((await note()).status).toBe(500)
    expect((await press(world.url, subscriber.sticker.token, { first_respondent_phone: phone })).http).toBe(500)
    await sql`alter table alert_reports drop constraint no_phone`.execute(world.db)
    const faults = logged.parsed().filter((line) => line.error)
    expect(faults).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: '23505', constraint: 'one_note' }) as unknown }),
    )
    expect(faults).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: '23514', constraint: 'no_phone' }) as unknown }),
    )
    expect(await leaks(world, logged.lines, { [phone]: 'a phone', diabetes: 'health' })).toEqual([])
  })
})

test('providers and mail servers that fail leave nothing about a person in the log', async () => {
  const carrier = await startFakeCarrier()
  const smtp = await startFakeSmtp()
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@tvarit.example' }
  const { world, lines, parsed } = await loggedWorld({ ...carrierSettings(carrier, ['twilio', 'msg91']), ...mail })
  carrier.mode('twilio', 'error_500')
  carrier.mode('msg91', 'error_body')
  smtp.mode = 'no_such_person'
  const staff = await createPerson(world, 'staff')
  const { id } = await raisedAlert(world)
  const ambulance = await createAmbulance(world)
  await assign(world, staff, id, { ambulance_id: ambulance.id })
  const hospital = await createHospital(world, { email: 'emergency@lotus.example' })
  await sendTo(world, staff, id, { hospital_id: hospital.id, channel: 'email' })
  await until('providers and mail server have rejected', () =>
    world.db
      .selectFrom('messages')
      .select('id')
      .where('channel', '=', 'email')
      .where('state', '=', 'failed')
      .executeTakeFirst(),
  )
  await until('a provider has failed', () => parsed().some(({ provider }) => provider === 'msg91'))
  const found = await leaks(world, lines, KEYS([staff]))
  await world.stop()
  await carrier.close()
  await smtp.close()
  expect(found).toEqual([])
})

describe('what is left of an error', () => {
  const messageOf = (error: unknown) => JSON.stringify(toLoggable(error))

  test('nothing a library quotes', async () => {
    const secret = '9876501234'
    const errors = [
      await fetch(`http://127.0.0.1:1/t/${secret}?token=${secret}`).catch((error: unknown) => error),
      caught(() => new URL(`//${secret}`)),
      caught(() => JSON.parse(`{"phone": "${secret}"`) as unknown),
      Object.assign(new Error(`invalid input syntax for type bigint: "${secret}"`), { code: '22P02' }),
      Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (phone_number)=(${secret})` }),
      new AggregateError([new Error(`mail to ravi@${secret}.example failed`)], 'all failed'),
      new Error('outer', { cause: new Error(`GET https://user:${secret}@host/d/AbCdEf${secret}`) }),
      secret,
    ]
    for (const error of errors) expect(messageOf(error)).not.toContain(secret)
  })

  test('enough to find the fault', () => {
    const shown = toLoggable(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }))
    expect(shown).toMatchObject({ type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' })
    expect(shown.frames![0]).toContain('logs.test.ts')
    expect(clean('timeout exceeded when trying to connect')).toBe('timeout exceeded when trying to connect')
    expect(clean('relation "alert_events" does not exist')).toBe('relation "alert_events" does not exist')
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
