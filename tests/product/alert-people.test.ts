import { randomUUID } from 'node:crypto'
import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { raisedAlert, SCENE, sentAmbulance } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, handedOver, sendTo } from '../harness/handovers.ts'
import { createPerson, createSticker, newPhone, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const bina = await createPerson(world, 'staff', 'Bina')

const detailOf = async (id: number, by = asha) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: by.access })).body as unknown as AlertDetail
const noteCall = (id: number, body: Record<string, unknown>, by = asha) =>
  call(world.url, `/api/qr/alerts/${id}/calls/`, { body: { call_id: randomUUID(), ...body }, access: by.access })

test('relatives, driver and hospitals of an alert each stand once with all their messages', async () => {
  const { alert, ambulance } = await sentAmbulance(world, asha)
  const first = await createHospital(world)
  const second = await createHospital(world, { email: 'er@hospital.example' })
  await sendTo(world, asha, alert.id, { hospital_id: first.id })
  await sendTo(world, asha, alert.id, { hospital_id: second.id, channel: 'email' })
  const { people, messages } = await until('the relatives are notified', async () => {
    const found = await detailOf(alert.id)
    return found.messages.filter(({ template }) => template === 'relative_alert').length === 2 && found
  })
  const [spouse, relative] = alert.subscriber.relatives
  expect(people.map(({ key, relation }) => [key, relation])).toEqual([
    [`relative:${spouse}`, 'Spouse'],
    [`relative:${relative}`, 'Relative'],
    [`driver:${ambulance.driver_phone}`, 'Driver'],
    [`hospital:${first.id}`, 'Hospital'],
    [`hospital:${second.id}`, 'Hospital'],
  ])
  const templatesOf = (index: number) =>
    people[index]!.message_ids.map((id) => messages.find((message) => message.id === id)!.template)
  expect(templatesOf(0).toSorted()).toEqual([
    'relative_alert',
    'relative_dispatch',
    'relative_hospital',
    'relative_hospital',
  ])
  expect(templatesOf(2)).toEqual(['driver_dispatch'])
  expect(templatesOf(4)).toEqual(['hospital_handover'])
  expect(people.flatMap(({ message_ids }) => message_ids).toSorted()).toEqual(messages.map(({ id }) => id).toSorted())
})

test('a person with a number but no message can be called when an alert is to be verified', async () => {
  const { id, subscriber } = await raisedAlert(world)
  await world.db.updateTable('alerts').set({ verify_by_phone: true }).where('id', '=', id).execute()
  await world.db.deleteFrom('messages').where('alert_id', '=', id).execute()
  const { people } = await detailOf(id)
  expect(people.map(({ phone }) => phone)).toEqual(subscriber.relatives)
  expect((await noteCall(id, { person: people[0]!.key, outcome: 'REACHED' })).status).toBe(201)
})

test('a person whose number was changed since the message is still there, beside the new number', async () => {
  const { id, subscriber } = await raisedAlert(world)
  const [old] = subscriber.relatives as [string]
  await until('the relatives are notified', async () => (await detailOf(id)).messages.length === 2)
  const spouse_mobile = newPhone()
  await world.db
    .updateTable('subscriber_profiles')
    .set({ spouse_mobile })
    .where('user_id', '=', subscriber.id)
    .execute()
  const keys = (await detailOf(id)).people.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining([`relative:${old}`, `relative:${spouse_mobile}`]))
})

test('staff who were called because nobody took the alert stand there as staff, not as relatives', async () => {
  const { id } = await raisedAlert(world)
  const to_phone = newPhone()
  await world.db
    .insertInto('messages')
    .values({
      template: 'staff_escalation',
      to_phone,
      alert_id: id,
      recipient_name: 'Meera Rao',
      recipient_relation: 'Admin',
      dedupe_key: `test:${to_phone}`,
      state: 'sent',
      expires_at: new Date(),
    })
    .execute()
  expect((await detailOf(id)).people).toContainEqual({
    key: `staff:${to_phone}`,
    name: 'Meera Rao',
    relation: 'Admin',
    phone: to_phone,
    message_ids: [expect.any(Number)],
    calls: [],
    ladder: { name: 'on_call', began_at: expect.any(String), state: 'over', calls: true },
  })
})

test('a sticker nobody registered has nobody to tell or to call', async () => {
  const { id } = await press(world.url, (await createSticker(world)).token, SCENE)
  expect((await detailOf(id)).people).toEqual([])
})

test('a call is noted with caller, person, outcome and note, newest first and on the timeline', async () => {
  const { alert, hospital } = await handedOver(world, asha)
  const person = `hospital:${hospital.id}`
  expect((await noteCall(alert.id, { person, outcome: 'NO_ANSWER' })).body).toEqual({ detail: 'The call is noted.' })
  await noteCall(alert.id, { person, outcome: 'REACHED', note: '  Trauma team is waiting.  ' }, bina)
  const { people, timeline } = await detailOf(alert.id)
  expect(people.find(({ key }) => key === person)!.calls).toEqual([
    { at: expect.any(String), by: 'Bina', outcome: 'REACHED', note: 'Trauma team is waiting.' },
    { at: expect.any(String), by: 'Asha', outcome: 'NO_ANSWER', note: null },
  ])
  expect(timeline.filter(({ kind }) => kind === 'called').map(({ text }) => text)).toEqual([
    `Asha Rao called ${hospital.name} (Hospital) by phone: no answer.`,
    `Bina Rao called ${hospital.name} (Hospital) by phone: reached. Trauma team is waiting.`,
  ])
})

test('the same call submitted again or concurrently is one call', async () => {
  const { id, subscriber } = await raisedAlert(world)
  const same = { call_id: randomUUID(), person: `relative:${subscriber.relatives[0]}`, outcome: 'REACHED' }
  const answers = [...(await Promise.all([noteCall(id, same), noteCall(id, same)])), await noteCall(id, same)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const called = world.db
    .selectFrom('alert_events')
    .select('id')
    .where('alert_id', '=', id)
    .where('kind', '=', 'called')
  expect(await called.execute()).toHaveLength(1)
})

test('every call changes the version of the alert, also when it is closed', async () => {
  const { id, subscriber } = await raisedAlert(world)
  const { version } = await detailOf(id)
  await noteCall(id, { person: `relative:${subscriber.relatives[0]}`, outcome: 'BUSY_OR_OFF' })
  expect((await detailOf(id)).version).toBeGreaterThan(version)
  await call(world.url, `/api/qr/alerts/${id}/update/`, {
    method: 'PATCH',
    body: { status: 'REJECTED', description: 'x' },
    access: asha.access,
  })
  const late = await noteCall(id, { person: `relative:${subscriber.relatives[0]}`, outcome: 'WRONG_NUMBER' })
  expect(late.status).toBe(201)
})

test('a call to a foreign person or with an unknown outcome or long note is rejected whole', async () => {
  const { id, subscriber } = await raisedAlert(world)
  const other = await raisedAlert(world)
  const person = `relative:${subscriber.relatives[0]}`
  const rejected = [
    [await noteCall(id, { person: `relative:${other.subscriber.relatives[0]}`, outcome: 'REACHED' }), 404],
    [await noteCall(999_999, { person, outcome: 'REACHED' }), 404],
    [await noteCall(id, { person, outcome: 'HUNG_UP' }), 400],
    [await noteCall(id, { person }), 400],
    [await noteCall(id, { person, outcome: 'REACHED', call_id: 'today' }), 400],
    [await noteCall(id, { person, outcome: 'REACHED', note: 'x'.repeat(201) }), 400],
  ] as const
  for (const [answer, status] of rejected) expect(answer.status).toBe(status)
  expect((await detailOf(id)).timeline.filter(({ kind }) => kind === 'called')).toEqual([])
})

test('the subscriber sees neither people nor handovers of the own alert', async () => {
  const { alert } = await handedOver(world, asha)
  const own = await signIn(world, alert.subscriber.id)
  expect(await detailOf(alert.id, own)).toMatchObject({ people: [], handovers: [], messages: [], dispatches: [] })
})
