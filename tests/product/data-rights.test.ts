import { randomUUID } from 'node:crypto'
import { EXPORTED, NOT_EXPORTED } from '@tvarit/shared/domain/operations/data-rights/export-tables'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assign, createAmbulance } from '../harness/ambulances.ts'
import { type Answer, call, codeBySms, readSms } from '../harness/api.ts'
import { auditOf, filesKept, photo } from '../harness/chain.ts'
import { personalColumns, post, rowsWith, userRow, waitedEnough, watchErasure } from '../harness/data-rights.ts'
import { createHospital, hospitalToken, open, sendTo } from '../harness/handovers.ts'
import { createPerson, createSticker, createSubscriber, newPhone, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { register, registrationFields } from '../harness/registration.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ settings: { TRUST_PROXY: '1' } })
const admin = await createPerson(world, 'admin', 'Meera')
const asha = await createPerson(world, 'staff', 'Asha')

const NAMES = {
  first_name: 'Zarathustra',
  last_name: 'Quixotewala',
  address: '77 Peacock Crescent',
  spouse_name: 'Ximena Quixote',
  relative_name: 'Yusufbhai Q',
  friend1_name: 'Wolfgang Friend',
  friend2_name: 'Vasundhara Friend',
  friend3_name: 'Ulhas Friend',
  health_conditions: 'Haemophilia type B',
  friend4_name: 'Ulrika Friend',
  medicines: 'Idelvion weekly',
}

/** A subscriber with everything that leaves traces: photo, codes, alert, ambulance, hospital, calls, notes, drill, checks. */
async function livedSubscriber() {
  const sticker = await createSticker(world)
  const numbers = Object.fromEntries(
    ['spouse', 'relative', 'friend1', 'friend2', 'friend3', 'friend4'].map((who) => [`${who}_mobile`, newPhone()]),
  )
  const fields = { ...registrationFields(sticker), ...NAMES, ...numbers }
  const answer = await register(world, fields, await photo())
  const own = await signIn(world, answer.body.id as number)
  await waitedEnough(world, own)
  await codeBySms(world, 'login', fields.phone_number)
  const bystander = newPhone()
  const place = {
    latitude: 12.97,
    longitude: 77.59,
    landmark: 'Gate of Quixotewala',
    first_respondent_phone: bystander,
  }
  const alert = await press(world.url, sticker.token, place)
  await press(world.url, sticker.token, { first_respondent_phone: newPhone() })
  await post(world, `/api/qr/alerts/${alert.id}/claim/`, asha)
  const spouse = numbers.spouse_mobile!
  await until('the spouse is notified', () =>
    world.db.selectFrom('dev_messages').select('id').where('to_phone', '=', spouse).executeTakeFirst(),
  )
  await post(world, `/api/qr/alerts/${alert.id}/calls/`, asha, {
    call_id: randomUUID(),
    person: `relative:${spouse}`,
    outcome: 'REACHED',
    note: 'Ximena Quixote comes',
  })
  await post(world, `/api/qr/alerts/${alert.id}/notes/`, asha, { note_id: randomUUID(), note: 'Zarathustra is awake' })
  await assign(world, asha, alert.id, { ambulance_id: (await createAmbulance(world)).id })
  await post(world, `/api/qr/alerts/${alert.id}/dispatch/cancel/`, asha, { reason: 'Quixotewala walked' })
  const hospital = await createHospital(world)
  await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  await open(world, await hospitalToken(world, hospital.phone))
  await call(world.url, `/api/users/${own.id}/`, { access: admin.access })
  // What no call above leaves.
  await world.db.updateTable('dispatches').set({ note: 'Quixotewala' }).where('alert_id', '=', alert.id).execute()
  const files = { photo: 'photos/scene-of-a-test.jpg' }
  await world.db.updateTable('alert_reports').set(files).where('alert_id', '=', alert.id).execute()
  const from = { ip: '203.0.113.77', user_agent: 'Quixotewala' }
  await world.db.updateTable('sessions').set(from).where('user_id', '=', own.id).execute()
  const close = () =>
    call(world.url, `/api/qr/alerts/${alert.id}/update/`, {
      method: 'PATCH',
      access: asha.access,
      body: { status: 'ATTENDED', description: 'Zarathustra is safe' },
    })
  const contacts = Object.values(numbers)
  return { own, sticker, fields, contacts, alert, bystander, hospital, close }
}

type Lived = Awaited<ReturnType<typeof livedSubscriber>>

const textsOf = ({ fields, contacts, bystander }: Lived): string[] => [
  ...Object.values(NAMES),
  'Quixote',
  'Zarathustra',
  fields.phone_number,
  fields.email,
  bystander,
  ...contacts,
]

async function eraseOwn(own: Person): Promise<Answer> {
  await waitedEnough(world, own)
  await post(world, '/api/users/profile/erase/request-otp/', own)
  const otp = await readSms(world, own.phone_number)
  return post(world, '/api/users/profile/erase/', own, { confirmation: 'ERASE', otp })
}

test('every column that points at a person is in the export, or it is written down why it is not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(world.db)
  const decided = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every column that may identify a person says what an erasure does to it', async () => {
  expect((await personalColumns(world)).filter(([, decided]) => !decided)).toEqual([])
})

test('an open alert blocks erasure, the export is complete, and afterwards nothing is left', async () => {
  const erasure = await watchErasure(world, 'subscriber')
  const lived = await livedSubscriber()
  const { own, fields, sticker, alert, bystander, hospital, contacts, close } = lived
  const photos = () => filesKept(world).filter((key) => key.startsWith('photos/')).length
  expect(photos()).toBe(1)

  const rejected = await post(world, `/api/users/${own.id}/erase/`, admin, {
    confirmation: 'ERASE',
    reason: 'Asked by letter',
  })
  expect([rejected.status, rejected.body.detail]).toEqual([
    409,
    'There is an open alert about this person. Erasing is possible when it is closed.',
  ])
  await close()

  const { status, body } = await post(world, '/api/users/profile/data-export/', own)
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  for (const mine of [...Object.values(NAMES), fields.phone_number, fields.email, sticker.serial_number, ...contacts]) {
    expect(text).toContain(mine)
  }
  expect(text).toContain('Gate of Quixotewala')
  expect(text).toContain(hospital.name)
  expect(body).toMatchObject({
    photo: expect.stringMatching(/^data:image\/jpeg;base64,/),
    alerts: [{ id: alert.id, latitude: 12.97, status: 'ATTENDED' }],
    ambulances: [{ alert_id: alert.id, state: 'CANCELLED' }],
    hospital_links: [{ hospital: hospital.name }],
    terms: [{ plan: 'BASIC', serial_number: sticker.serial_number }],
  })
  expect((body.looks_at_my_data as { who: string }[]).map(({ who }) => who)).toEqual(
    expect.arrayContaining(['Meera Rao', hospital.name]),
  )
  for (const secret of [bystander, hospital.phone, asha.phone_number, 'password_hash', 'code_hash', '/t/', '/h/']) {
    expect(text).not.toContain(secret)
  }

  expect((await rowsWith(world, textsOf(lived))).length).toBeGreaterThan(10)
  await until('no message is under way', async () => {
    const waiting = world.db.selectFrom('messages').select('id').where('state', 'in', ['pending', 'sending'])
    return (await waiting.execute()).length === 0
  })
  await erasure.filled()
  const erased = await eraseOwn(own)
  expect([erased.status, erased.body.detail]).toEqual([200, 'The account and its data are erased.'])
  expect(await rowsWith(world, textsOf(lived))).toEqual([])
  expect(await erasure.left()).toEqual([])
  await until('the photo is removed', () => photos() === 0)

  expect(await userRow(world, own.id)).toMatchObject({
    first_name: 'Erased',
    last_name: 'person',
    deleted_at: expect.any(Date),
  })
  expect((await call(world.url, '/api/users/profile/', { access: own.access })).status).toBe(401)
  expect(await auditOf(world, own.id, 'person.erased')).toHaveLength(1)
  const page = await call(world.url, `/api/qr/alerts/${alert.id}/`, { access: asha.access })
  expect(page.body).toMatchObject({ id: alert.id, status: 'ATTENDED' })
  // The number is free again, the sticker is not, and still raises an alert.
  expect((await call(world.url, `/api/scan/${sticker.token}/`)).body).toMatchObject({
    state: 'unregistered',
    first_name: null,
  })
  await world.advanceTime(3_600_000)
  const again = await press(world.url, sticker.token)
  expect(again).toMatchObject({ http: 201, status: 'PENDING' })
  const row = await world.db.selectFrom('alerts').selectAll().where('id', '=', again.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: null, unregistered: true })
  const second = await register(world, {
    ...registrationFields(await createSticker(world)),
    phone_number: fields.phone_number,
  })
  expect(second.status).toBe(201)
  const taken = await register(world, registrationFields(sticker))
  expect(taken.status).toBe(400)
})

test('three exports a day for each person, of staff only what is theirs, and an admin says why', async () => {
  const { id } = await createSubscriber(world)
  const own = await signIn(world, id)
  const reason = 'Ravi asked by letter'
  expect((await post(world, `/api/users/${id}/data-export/`, admin, { reason: 'x' })).status).toBe(400)
  expect((await post(world, `/api/users/${id}/data-export/`, asha, { reason })).status).toBe(403)
  expect((await post(world, `/api/users/${id}/data-export/`, admin, { reason })).status).toBe(200)
  expect(await auditOf(world, id, 'data.exported')).toMatchObject([
    { actor_id: admin.id, detail: { reason: '*** asked by letter' } },
  ])
  const answers = []
  for (let n = 0; n < 3; n++) answers.push((await post(world, '/api/users/profile/data-export/', own)).status)
  expect(answers).toEqual([200, 200, 429])
  const staff = await post(world, '/api/users/profile/data-export/', await createPerson(world, 'staff', 'Divya'))
  expect(staff.body).toMatchObject({ person: { first_name: 'Divya' }, subscriber: null, alerts: [], messages: [] })
  expect((await call(world.url, '/api/users/profile/data-export/', { method: 'POST' })).status).toBe(401)
})
