import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { RAISED } from '../harness/sms.ts'
import { until } from '../harness/until.ts'

let phones: PhoneWorld
const use = (whatsapp: ('twilio' | 'msg91')[]) => {
  beforeAll(async () => {
    const ids = { relative_alert: { twilio: 'HX-en', msg91: 'tvarit_alert' }, 'relative_alert.hi': 'HX-hi' }
    phones = await phoneWorld(
      { whatsapp },
      { settings: { WHATSAPP_TEMPLATE_IDS: JSON.stringify(ids), DLT_TEMPLATE_IDS: '' } },
    )
  })
  afterAll(() => phones[Symbol.asyncDispose]())
  beforeEach(() => {
    for (const lane of ['twilio', 'twilio whatsapp', 'msg91 whatsapp'] as const) phones.carrier.mode(lane, 'ok')
  })
}
/** Rows to this number that stand in for the WhatsApp message. */
const stead = (to: string) =>
  phones.world.db.selectFrom('messages').selectAll().where('to_phone', '=', to).where('channel', '=', 'sms').execute()
const whatsAppUrl = () => ({ url: `${phones.world.url}/api/receipts/msg91/whatsapp/` })
const at = (provider: string) => (provider === 'msg91' ? whatsAppUrl() : {})

describe.each(['twilio', 'msg91'] as const)('WhatsApp by %s', (provider) => {
  use([provider])

  test('an approved template with its variables, delivered and read', async () => {
    const { id, to } = await phones.message('whatsapp')
    const message = await phones.untilTaken(to, 'whatsapp')
    expect(message).toMatchObject({ provider, template_id: provider === 'twilio' ? 'HX-en' : 'tvarit_alert' })
    expect(Object.values(message.variables)).toEqual([
      RAISED.name,
      RAISED.place,
      RAISED.time,
      RAISED.url,
      '18001234567',
    ])
    await phones.untilState(id, 'sent')
    const statuses = ['sent', 'delivered', 'read', 'delivered', 'read', 'failed'] as const
    expect(await phones.carrier.sendReceipt(message, { statuses: [...statuses], ...at(provider) })).toEqual(
      statuses.map(() => 200),
    )
    expect(await phones.row(id)).toMatchObject({ state: 'read', delivered_at: expect.any(Date) })
    expect(await stead(to)).toEqual([])
  })

  test('receipts without the right proof get 403 and change nothing', async () => {
    const { id, to } = await phones.message('whatsapp')
    const message = await phones.untilTaken(to, 'whatsapp')
    await phones.untilState(id, 'sent')
    for (const proof of ['wrong', 'missing'] as const) {
      const receipt = { statuses: ['read' as const, 'failed' as const], proof, ...at(provider) }
      expect(await phones.carrier.sendReceipt(message, receipt)).toEqual([403, 403])
    }
    expect((await phones.row(id)).state).toBe('sent')
    expect(await stead(to)).toEqual([])
  })

  test('a number without WhatsApp gets the same text by SMS at once', async () => {
    phones.carrier.mode(`${provider} whatsapp`, 'bad_number')
    const alert_id = await phones.alert()
    const { id, to } = await phones.message('whatsapp', { alert_id, recipient_name: 'Meena', language: 'hi' })
    const sms = await phones.untilTaken(to, 'sms')
    expect(sms.text).toContain(RAISED.url)
    const failed = await phones.row(id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
    expect(await stead(to)).toMatchObject([
      { dedupe_key: `${failed.dedupe_key}:sms`, alert_id, recipient_name: 'Meena', language: 'hi' },
    ])
  })

  test('a failure by receipt becomes one SMS, however often and in whatever order it is reported', async () => {
    const { id, to } = await phones.message('whatsapp')
    const message = await phones.untilTaken(to, 'whatsapp')
    await phones.untilState(id, 'sent')
    const report = () =>
      phones.carrier.sendReceipt(message, { statuses: ['failed', 'failed', 'sent'], ...at(provider) })
    await Promise.all([report(), report(), report()])
    await phones.untilTaken(to, 'sms')
    expect(await stead(to)).toHaveLength(1)
    expect((await phones.row(id)).state).toBe('failed')
  })

  test.each(['unauthorized', 'error_body'] as const)(
    'a provider that answers with %s costs seconds: then the SMS goes out',
    async (behaviour) => {
      phones.carrier.mode(`${provider} whatsapp`, behaviour)
      const { to } = await phones.message('whatsapp')
      await phones.untilTaken(to, 'sms')
      expect(phones.taken(to, 'whatsapp')).toEqual([])
    },
  )

  test('after the alert was closed no SMS takes its place', async () => {
    const alert_id = await phones.alert()
    const { id, to } = await phones.message('whatsapp', { alert_id })
    const message = await phones.untilTaken(to, 'whatsapp')
    await phones.untilState(id, 'sent')
    await phones.world.db.updateTable('alerts').set({ status: 'REJECTED' }).where('id', '=', alert_id).execute()
    await phones.carrier.sendReceipt(message, { statuses: ['failed'], ...at(provider) })
    await until('it is cancelled', async () => (await stead(to))[0]?.state === 'cancelled')
    expect(phones.taken(to, 'sms')).toEqual([])
  })

  test('one that is not worth sending any more has none either', async () => {
    const { id, to } = await phones.message('whatsapp', { valid_seconds: -1 })
    await phones.untilState(id, 'failed')
    expect(await stead(to)).toEqual([])
  })
})

describe('WhatsApp', () => {
  use(['twilio', 'msg91'])

  test('the template of the language, and English where none is approved in it', async () => {
    const hindi = await phones.untilTaken((await phones.message('whatsapp', { language: 'hi' })).to, 'whatsapp')
    expect(hindi.template_id).toBe('HX-hi')
    const tamil = await phones.untilTaken((await phones.message('whatsapp', { language: 'ta' })).to, 'whatsapp')
    expect(tamil.template_id).toBe('HX-en')
  })
})

test('where WhatsApp is not in use the SMS goes out at once', async () => {
  await using without = await phoneWorld({})
  const { id, to } = await without.message('whatsapp')
  await without.untilTaken(to, 'sms')
  expect(await without.row(id)).toMatchObject({ state: 'failed', attempts: 1 })
})
