import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPhone } from '../harness/people.ts'
import { type PhoneWorld, phoneWorld } from '../harness/phone-messages.ts'
import { until } from '../harness/until.ts'

let phones: PhoneWorld
const use = (voice: ('twilio' | 'exotel')[]) => {
  beforeAll(async () => {
    phones = await phoneWorld({ voice })
  })
  afterAll(() => phones[Symbol.asyncDispose]())
  beforeEach(() => {
    for (const lane of ['twilio voice', 'exotel voice'] as const) phones.carrier.mode(lane, 'ok')
  })
}
const close = (alert_id: number) =>
  phones.world.db.updateTable('alerts').set({ status: 'ATTENDED' }).where('id', '=', alert_id).execute()

describe.each(['twilio', 'exotel'] as const)('a call by %s', (provider) => {
  use([provider])
  // Exotel's flow asks the address in its dashboard.
  const at = () => ({ url: phones.world.url })

  test('rings, is answered and confirmed by key 1, and says thanks in the language of the person', async () => {
    const { id, to } = await phones.message('voice', { language: 'hi' })
    const call = await phones.untilTaken(to, 'voice')
    await phones.untilState(id, 'sent')
    for (const status of ['ringing', 'answered'] as const) {
      expect(await phones.carrier.sendReceipt(call, { statuses: [status] })).toEqual([200])
      expect(await phones.row(id)).toMatchObject({ state: status, provider, confirmed_at: null })
    }
    const { status, said } = await phones.carrier.pressKey(call, '1', at())
    expect(status).toBe(200)
    expect(said).toContain('धन्यवाद')
    expect(await phones.carrier.sendReceipt(call, { statuses: ['completed', 'ringing'] })).toEqual([200, 200])
    expect(await phones.row(id)).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(Date) })
  })

  test.each(['busy', 'no_answer', 'failed'] as const)(
    'that ends as %s is shown so and costs nothing',
    async (status) => {
      const { id, to } = await phones.message('voice')
      const call = await phones.untilTaken(to, 'voice')
      await phones.untilState(id, 'sent')
      expect(await phones.carrier.sendReceipt(call, { statuses: ['ringing', status, 'ringing', 'sent'] })).toEqual(
        Array(4).fill(200),
      )
      expect(await phones.row(id)).toMatchObject({ state: status, cost_paise: 0 })
    },
  )

  test('receipts and keys without the right proof get 403 and change nothing', async () => {
    const { id, to } = await phones.message('voice')
    const call = await phones.untilTaken(to, 'voice')
    await phones.untilState(id, 'sent')
    for (const proof of ['wrong', 'missing'] as const) {
      expect(await phones.carrier.sendReceipt(call, { statuses: ['answered', 'busy'], proof })).toEqual([403, 403])
      expect((await phones.carrier.pressKey(call, '1', { ...at(), proof })).status).toBe(403)
    }
    expect((await phones.row(id)).state).toBe('sent')
  })

  test('a key other than 1 confirms nothing', async () => {
    const { id, to } = await phones.message('voice')
    const call = await phones.untilTaken(to, 'voice')
    await phones.untilState(id, 'sent')
    const { said } = await phones.carrier.pressKey(call, '7', at())
    expect(said).toContain('press 1')
    expect(said).not.toContain('Thank you')
    expect((await phones.row(id)).state).not.toBe('confirmed')
  })
})

describe('calls', () => {
  use(['twilio', 'exotel'])

  test('the text is spoken twice, has no variable for health, and markup in it stays text', async () => {
    const { to } = await phones.message('voice', { language: 'ta' })
    const { text } = await phones.untilTaken(to, 'voice')
    expect(text).toContain('<Gather numDigits="1"')
    expect(text).toMatch(/<Say language="ta-IN"[^>]* loop="2">[^<]*Asha Rao[^<]*<\/Say>/)
    expect(text).not.toMatch(/&(?!#\d+;)/)
  })

  test('an Odia call is in Hindi, as no provider has an Odia voice', async () => {
    const { to } = await phones.message('voice', { language: 'or' })
    const { text } = await phones.untilTaken(to, 'voice')
    expect(text).toContain('language="hi-IN"')
    expect(text).toMatch(/[\u0900-\u097f]/)
  })

  test('the second call to a number is not mistaken for the first one', async () => {
    const to = newPhone()
    const first = await phones.message('voice', { to_phone: to })
    await phones.untilState(first.id, 'sent')
    phones.carrier.mode('twilio voice', 'error_500')
    const second = await phones.message('voice', { to_phone: to })
    await phones.untilState(second.id, 'sent')
    expect(phones.taken(to, 'voice').map(({ provider }) => provider)).toEqual(['twilio', 'exotel'])
  })

  test('a call that waits at the provider is taken back when its alert is closed', async () => {
    const alert_id = await phones.alert()
    const { id: sms, to } = await phones.message('sms', { alert_id })
    const { dedupe_key } = await phones.row(sms)
    const placed = { alert_id, to_phone: to, dedupe_key: `${dedupe_key}:call:60` }
    const { id } = await phones.message('voice', placed)
    const call = await phones.untilTaken(to, 'voice')
    await phones.untilState(id, 'sent')
    expect(phones.carrier.recalled).not.toContain(call.provider_id)
    await close(alert_id)
    await phones.untilState(id, 'cancelled')
    await until('the provider knows', () => phones.carrier.recalled.includes(call.provider_id))
    await phones.carrier.sendReceipt(call, { statuses: ['failed'] })
    expect((await phones.row(id)).state).toBe('cancelled')
  })

  test('the message of a driver whose link was erased is not sent without it', async () => {
    const params = { vehicle: 'KA01AB1234', alert_id: 7, place: 'Bengaluru' }
    const { id, to } = await phones.message('sms', { template: 'driver_dispatch', params } as object)
    await until('an attempt failed for the missing link', async () =>
      (await phones.row(id)).last_error?.includes('url'),
    )
    expect(phones.taken(to, 'sms')).toEqual([])
  })

  test('a call that rang is not placed again when the answer to it was lost', async () => {
    phones.carrier.mode('twilio voice', 'accept_then_hang')
    const { id, to } = await phones.message('voice')
    const call = await phones.untilTaken(to, 'voice')
    expect(await phones.carrier.sendReceipt(call, { statuses: ['ringing', 'no_answer'] })).toEqual([200, 200])
    expect(await phones.row(id)).toMatchObject({ state: 'no_answer', provider_id: call.provider_id })
  })
})

describe('calls by Exotel alone', () => {
  use(['exotel'])

  test('Exotel takes the flow of the language, and that of English where there is none', async () => {
    const flowOf = async (language: 'hi' | 'ta') =>
      (await phones.untilTaken((await phones.message('voice', { language })).to, 'voice')).template_id
    expect(await flowOf('hi')).toBe('927')
    expect(await flowOf('ta')).toBe('926')
  })
})

test('with no provider of calls the message fails at once', async () => {
  await using silent = await phoneWorld({})
  const { id } = await silent.message('voice')
  expect(await silent.untilState(id, 'failed')).toMatchObject({ attempts: 1, last_error: 'voice is not in use' })
})
