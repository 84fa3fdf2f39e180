import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { fallBackLate } from '@tvarit/shared/domain/delivery/fall-back-late'
import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { climbLadder } from '@tvarit/shared/domain/emergency/call-centre/climb-ladder'
import { readWatch } from '@tvarit/shared/domain/emergency/consoles/read-watch'
import { updateAlert } from '@tvarit/shared/domain/emergency/call-centre/update-alert'
import type { MessageState } from '@tvarit/shared/contracts/messages'
import { beforeEach, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
let asha: Person
beforeEach(async () => {
  // Alerts of the test before wait no longer.
  await world.empty('alerts', 'messages', 'staff_calls', 'users')
  asha = await createPerson(world, 'staff', 'Asha')
  await createPerson(world, 'admin', 'Meera')
})

const as = (person: Person) => ({ ...world.ctx(person.actor), actor: person.actor })
const seconds = (count: number, of = world) => of.advanceTime(count * 1000)

/** What several workers do at the same moment. */
const climb = (of = world) =>
  Promise.all(
    Array.from({ length: 4 }, async () => {
      await climbLadder({ ctx: of.ctx() })
      await fallBackLate({ ctx: of.ctx() })
    }),
  )

const messagesTo = (phone: string, of = world) =>
  of.db.selectFrom('messages').selectAll().where('to_phone', '=', phone).orderBy('id').execute()
const waysTo = async (phone: string, of = world) => (await messagesTo(phone, of)).map(({ channel }) => channel)
const set = (phone: string, state: MessageState, channel: 'sms' | 'whatsapp' | 'voice' = 'sms', of = world) =>
  of.db
    .updateTable('messages')
    .set({ state, ...(state === 'confirmed' ? { confirmed_at: new Date() } : {}) })
    .where('to_phone', '=', phone)
    .where('channel', '=', channel)
    .execute()
const page = async (id: number) =>
  (await call(world.url, `/api/qr/alerts/${id}/`, { access: asha.access })).body as unknown as AlertDetail
const watch = () => readWatch({ ctx: as(asha) })

describe('a driver', () => {
  const sent = async () => {
    const alert = await raisedAlert(world)
    const ambulance = await createAmbulance(world)
    await world.db.updateTable('ambulances').set({ driver_language: 'ta' }).where('id', '=', ambulance.id).execute()
    const { body } = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
    return { alert, dispatch_id: Number(body.id), phone: ambulance.driver_phone }
  }
  const dispatchOf = async (id: number) => (await page(id)).dispatches[0]!

  test('who takes no step is called once after 15 s, also with a delivered SMS, in the driver’s language', async () => {
    const { phone } = await sent()
    await set(phone, 'delivered')
    await seconds(12)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms'])
    await seconds(4)
    await climb()
    await seconds(120)
    await climb()
    const [sms, spoken, ...more] = await messagesTo(phone)
    expect([sms!.language, more]).toEqual(['ta', []])
    expect(spoken).toMatchObject({ channel: 'voice', template: 'driver_dispatch_call', language: 'ta' })
    expect(JSON.stringify(spoken!.params)).not.toContain('/d/')
  })

  test('who takes no step is called also when the alert was attended meanwhile, and the call goes out', async () => {
    const { alert, phone } = await sent()
    await updateAlert({ ctx: as(asha), input: { id: alert.id, status: 'ATTENDED', description: 'Help comes.' } })
    await seconds(16)
    await climb()
    expect(await waysTo(phone)).toEqual(['sms', 'voice'])
    const [, spoken] = await messagesTo(phone)
    await sendMessage({ ctx: world.ctx(), senders: createSenders(world.ctx()), input: { message_id: spoken!.id } })
    expect((await messagesTo(phone))[1]).toMatchObject({ state: 'sent', last_error: null })
  })

  test('who took a step, or was called back, is not called', async () => {
    const [accepted, back] = [await sent(), await sent()]
    await call(world.url, `/api/qr/alerts/${accepted.alert.id}/dispatch/steps/`, {
      body: { step: 'ACCEPTED' },
      access: asha.access,
    })
    await call(world.url, `/api/qr/alerts/${back.alert.id}/dispatch/cancel/`, {
      body: { reason: 'Nearer one found' },
      access: asha.access,
    })
    await seconds(16)
    await climb()
    for (const { phone } of [accepted, back]) expect(await waysTo(phone)).not.toContain('voice')
  })

  test('not reached in 45 s is shown so; one who pressed the key knows, and has not answered', async () => {
    const { alert, phone } = await sent()
    await seconds(16)
    await climb()
    await seconds(25)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: false })
    await seconds(5)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: false })
    await set(phone, 'confirmed', 'voice')
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: true })
    expect((await watch()).people).toMatchObject([{ alert_id: alert.id, driver_heard: true }])
  })
})
