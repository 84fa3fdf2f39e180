import { expect, test } from 'vitest'
import { closeAlert, detailOf, messagesOf } from '../harness/alert-calls.ts'
import { raisedAlert, relativesToken, SCENE, smsTo } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createHospital, handedOver, revoke, sendTo } from '../harness/handovers.ts'
import { createPerson, createSticker, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld()
const asha = await createPerson(world, 'staff', 'Asha')
const bina = await createPerson(world, 'staff', 'Bina')
const HEALTH = /SECRET|Diabetes|Metformin/i

test('the five nearest emergency hospitals are offered, nearest first, none retired', async () => {
  const own = await createWorld({ worker: false })
  try {
    const by = await createPerson(own, 'staff')
    const { id } = await raisedAlert(own)
    for (const km of [9, 3, 7, 1, 5, 8]) await createHospital(own, { name: `At ${km}`, km })
    await createHospital(own, { name: 'Retired', km: 0.1, retired: true })
    await createHospital(own, { name: 'No emergencies', km: 0.2, emergency: false })
    const ask = async (query: string) =>
      (await call(own.url, `/api/qr/alerts/${id}/hospitals/${query}`, { access: by.access })).body as {
        hospitals: { name: string; distance_km: number }[]
      }
    const { hospitals, ...rest } = await ask('')
    expect(hospitals.map(({ name }) => name)).toEqual(['At 1', 'At 3', 'At 5', 'At 7', 'At 8'])
    expect(hospitals[0]!.distance_km).toBeCloseTo(1, 1)
    expect(rest).toEqual({ has_location: true, channels: ['sms', 'email'] })
    expect((await ask('?search=emergencies')).hospitals.map(({ name }) => name)).toEqual(['No emergencies'])
    expect((await ask('?search=Retired')).hospitals).toEqual([])
    const nowhere = await raisedAlert(own, { nowhere: true })
    const byName = await call(own.url, `/api/qr/alerts/${nowhere.id}/hospitals/`, { access: by.access })
    expect(byName.body).toMatchObject({ has_location: false })
    expect((byName.body.hospitals as { name: string }[])[0]).toMatchObject({ name: 'At 1', distance_km: null })
  } finally {
    await own.stop()
  }
})

test('the hospital’s link says nothing about health, and relatives hear the place once', async () => {
  const { alert, hospital, handover } = await handedOver(world, asha)
  expect(handover).toMatchObject({
    hospital: hospital.name,
    channel: 'sms',
    sent_to: hospital.phone,
    sent_by: 'Asha',
    state: 'ACTIVE',
    views: 0,
  })
  const [text] = await smsTo(world, hospital.phone)
  expect(text).toMatch(
    new RegExp(
      `^Tvarit alert ${alert.id}: health data of a patient for ${hospital.name}\\. Open: \\S+/h/[\\w-]{22} Call: `,
    ),
  )
  for (const phone of alert.subscriber.relatives) {
    const notified = await until('the relative is notified', async () =>
      (await smsTo(world, phone)).find((each) => each.includes('will be taken')),
    )
    expect(notified).toBe(`Ravi Kumar will be taken to ${hospital.name}. Hospital phone ${hospital.phone}.`)
  }
  const kept = await world.db.selectFrom('messages').select(['params', 'template']).execute()
  const inbox = await world.db.selectFrom('dev_messages').select('text').execute()
  expect(JSON.stringify([kept, inbox])).not.toMatch(HEALTH)
  const stored = await messagesOf(world, alert.id)
  expect(stored.find(({ template }) => template === 'hospital_handover')).toMatchObject({ params: null })
})

test('an unclaimed alert becomes the sender’s, on timeline, audit and consoles', async () => {
  const { alert, hospital } = await handedOver(world, asha)
  const detail = await detailOf(world, asha, alert.id)
  expect(detail).toMatchObject({ claimed_by: { id: asha.id }, handovers: [{ hospital: hospital.name }] })
  expect(detail.timeline.map(({ text }) => text)).toContain(
    `Asha Rao claimed the alert and sent the health data to ${hospital.name} by SMS.`,
  )
  const audit = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', alert.id)
    .where('subject', '=', 'alert')
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['alert.raised', 'alert.claimed', 'handover.sent'])
})

test('the same handover again changes nothing, and a different one is an error', async () => {
  const { alert, hospital, handover } = await handedOver(world, asha)
  const again = await sendTo(world, asha, alert.id, { hospital_id: hospital.id })
  expect(again).toMatchObject({ status: 201, body: { id: handover.id } })
  const other = await sendTo(world, asha, alert.id, { hospital_id: hospital.id, phone: newPhone() })
  const theirs = await sendTo(world, bina, alert.id, { hospital_id: hospital.id })
  for (const rejected of [other, theirs]) {
    expect(rejected.status).toBe(409)
    expect(rejected.body.detail).toMatch(
      new RegExp(`^${hospital.name} already has the health data, sent by Asha at \\d\\d:\\d\\d`),
    )
  }
  expect((await messagesOf(world, alert.id)).filter(({ template }) => template === 'hospital_handover')).toHaveLength(1)
})

test('two operators who send at once: one link, and the other learns who was quicker', async () => {
  const { id } = await raisedAlert(world)
  const hospital = await createHospital(world)
  const answers = await Promise.all(
    [asha, bina, asha, bina, asha, bina].map((by) => sendTo(world, by, id, { hospital_id: hospital.id })),
  )
  const sent = answers.filter(({ status }) => status === 201)
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  expect((await messagesOf(world, id)).filter(({ template }) => template === 'relative_hospital')).toHaveLength(2)
})

test('a second hospital may be notified, the first link lives on and the newest leads', async () => {
  const { alert, handover } = await handedOver(world, asha)
  const next = await createHospital(world)
  expect((await sendTo(world, bina, alert.id, { hospital_id: next.id })).status).toBe(201)
  const { handovers } = await detailOf(world, asha, alert.id)
  expect(handovers.map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE'])
  const track_token = await relativesToken(world, alert.id)
  const hospitalOf = async () => (await call(world.url, `/api/track/${track_token}/`)).body.hospital
  expect(await hospitalOf()).toMatchObject({ name: next.name, phone: next.phone })
  await revoke(world, asha, handovers[0]!.id)
  expect(await hospitalOf()).toMatchObject({ name: handover.hospital })
})

test('a drill, a sticker nobody registered and a rejected alert send nothing', async () => {
  const hospital = await createHospital(world)
  const drill = await raisedAlert(world)
  await world.db.updateTable('alerts').set({ drill: true }).where('id', '=', drill.id).execute()
  const nobody = await press(world.url, (await createSticker(world)).token, SCENE)
  const rejected = await raisedAlert(world)
  await closeAlert(world, asha, rejected.id, 'REJECTED')
  const old = await raisedAlert(world)
  await closeAlert(world, asha, old.id, 'ATTENDED')
  await world.db
    .updateTable('alerts')
    .set({ timestamp: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', old.id)
    .execute()
  const details = ['This is a drill', 'Nobody has registered', 'This alert was rejected.', 'older than a day']
  for (const [index, { id }] of [drill, nobody, rejected, old].entries()) {
    const answer = await sendTo(world, asha, id, { hospital_id: hospital.id })
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(details[index]!)])
  }
  expect(await smsTo(world, hospital.phone)).toEqual([])
  const links = await world.db.selectFrom('handovers').select('id').where('hospital_id', '=', hospital.id).execute()
  expect(links).toEqual([])
})

test('an attended alert of today may still be handed over', async () => {
  const { id } = await raisedAlert(world)
  await closeAlert(world, asha, id, 'ATTENDED')
  expect((await sendTo(world, asha, id, { hospital_id: (await createHospital(world)).id })).status).toBe(201)
})

test.each([
  [{ channel: 'fax' }, 'channel'],
  [{ channel: 'sms', email: 'a@b.example' }, 'email'],
  [{ channel: 'email', phone: '9876543210' }, 'phone'],
  [{ channel: 'sms', phone: '12' }, 'phone'],
  [{ channel: 'email', email: 'nobody' }, 'email'],
  [{ channel: 'email' }, 'email'],
  [{ hospital_id: 'x' }, 'hospital_id'],
  [{ extra: 1 }, 'extra'],
])('%j is rejected at %s, and nothing is written', async (body, field) => {
  const { id } = await raisedAlert(world)
  const hospital = await createHospital(world)
  const answer = await sendTo(world, asha, id, { hospital_id: hospital.id, ...body })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  const links = await world.db.selectFrom('handovers').select('id').where('alert_id', '=', id).execute()
  expect(links).toEqual([])
})

test('an unknown or retired hospital and an unknown alert are 404', async () => {
  const { id } = await raisedAlert(world)
  const retired = await createHospital(world, { retired: true })
  const hospital = await createHospital(world)
  expect((await sendTo(world, asha, id, { hospital_id: retired.id })).status).toBe(404)
  expect((await sendTo(world, asha, id, { hospital_id: 999_999 })).status).toBe(404)
  expect((await sendTo(world, asha, 999_999, { hospital_id: hospital.id })).status).toBe(404)
})
