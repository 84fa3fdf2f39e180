import { createSenders } from '@tvarit/shared/domain/delivery/create-senders'
import { sendMessage } from '@tvarit/shared/domain/delivery/send-message'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { notifyStaff } from '@tvarit/shared/domain/call-centre/notify-staff'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAlert, detailOf } from '../harness/alert-calls.ts'
import { assign, callBack, createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { beginShift, ladderCalls } from '../harness/ladder.ts'
import { actingAs, newPhone, type Person } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const ON_CALL = newPhone()
const world = await fileWorld({ worker: false, settings: { ON_CALL_NUMBERS: ON_CALL } })
const { seconds, climb, messagesTo, waysTo, set, watch } = ladderCalls(world)
let asha: Person
let admin: Person
beforeEach(async () => ({ staff: asha, admin } = await beginShift(world)))

describe('a driver', () => {
  const sent = async () => {
    const alert = await raisedAlert(world)
    const ambulance = await createAmbulance(world)
    await world.db.updateTable('ambulances').set({ driver_language: 'ta' }).where('id', '=', ambulance.id).execute()
    const { body } = await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
    return { alert, dispatch_id: Number(body.id), phone: ambulance.driver_phone }
  }
  const dispatchOf = async (id: number) => (await detailOf(world, asha, id)).dispatches[0]!

  test('who takes no step is called once after 15 s, also with a delivered SMS, in own language', async () => {
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

  test('who takes no step is called also when the alert was attended meanwhile', async () => {
    const { alert, phone } = await sent()
    expect((await closeAlert(world, asha, alert.id, 'ATTENDED')).status).toBe(200)
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
    await callBack(world, asha, back.alert.id)
    await seconds(16)
    await climb()
    for (const { phone } of [accepted, back]) expect(await waysTo(phone)).not.toContain('voice')
  })

  test('not reached in 45 s shows so, and key 1 shows as heard, not as answered', async () => {
    const { alert, phone } = await sent()
    await seconds(16)
    await climb()
    await seconds(25)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: false })
    await seconds(5)
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: false })
    await set(phone, 'confirmed', 'voice')
    expect(await dispatchOf(alert.id)).toMatchObject({ unanswered: true, driver_heard: true })
    expect((await watch(asha)).people).toMatchObject([{ alert_id: alert.id, driver_heard: true }])
    // Put back, the alert is nobody's, and the driver knows all the same.
    await call(world.url, `/api/qr/alerts/${alert.id}/release/`, { method: 'POST', access: asha.access })
    expect((await watch(asha)).people).toMatchObject([{ alert_id: alert.id, driver_heard: true }])
  })
})

describe('people on call', () => {
  const round = async (after: number) => {
    await seconds(after)
    await notifyStaff({ ctx: world.ctx() })
    await climb()
  }

  test('are called 20 s and 80 s after their SMS, while an alert still waits', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    expect(await waysTo(admin.phone_number)).toEqual(['sms'])
    await round(21)
    await round(2)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice'])
    await round(60)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'voice'])
    await round(21)
    expect(await waysTo(ON_CALL)).toEqual(['sms', 'voice'])
  })

  test('who pressed the key are not called again in this round', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    await round(21)
    await set(admin.phone_number, 'confirmed', 'voice')
    await round(60)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice'])
  })

  test('are not called once the alert is claimed', async () => {
    const { id } = await raisedAlert(world, { relatives: [] })
    await round(61)
    await claimAlert({ ctx: actingAs(world, asha), input: { id, take_over: false } })
    await round(21)
    expect(await waysTo(admin.phone_number)).toEqual(['sms'])
  })

  test('of a later round for the same number the earlier one ends: no two calls at once', async () => {
    await raisedAlert(world, { relatives: [] })
    await round(61)
    await round(21)
    // A second alert waits a minute now, and the first SMS is more than a minute old.
    await raisedAlert(world, { relatives: [] })
    await round(61)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'sms'])
    await round(21)
    expect(await waysTo(admin.phone_number)).toEqual(['sms', 'voice', 'sms', 'voice'])
  })
})
