import type { MessageState } from '@tvarit/shared/contracts/messages'
import { applyReceipt } from '@tvarit/shared/platform/carriers/apply-receipt'
import { createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import type { ReceiptResult, Provider } from '@tvarit/shared/platform/carriers/provider'
import { twilioSignature } from '@tvarit/shared/platform/carriers/twilio-api'
import { expect, test } from 'vitest'
import { MSG91_SECRET, smsPort } from '../harness/sms.ts'

const sms = smsPort()
const { config, message, sender, serve } = sms

/** What a server does: hands the untouched request to the provider. */
async function receiptServer(providers: Provider[]) {
  const results: ReceiptResult[] = []
  const url = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const name = request.url?.includes('twilio') ? 'twilio' : 'msg91'
      const result = providers.find((provider) => provider.name === name)!.parseReceipt!({
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      results.push(result)
      response.writeHead(result.accepted ? 200 : result.reason === 'forged' ? 403 : 400).end()
    })
  })
  return { url, results }
}
const twilio = () => createProviders('sms', config()).find(({ name }) => name === 'twilio')!
const msg91 = () => createProviders('sms', config()).find(({ name }) => name === 'msg91')!

test('Twilio: a signed receipt is believed and names the message, also when its answer was lost', async () => {
  const outgoing = message()
  await sender().send(outgoing)
  const [accepted] = sms.carrier.accepted
  const { url, results } = await receiptServer([twilio()])

  expect(await sms.carrier.sendReceipt(accepted!, { url, statuses: ['sent', 'delivered', 'failed'] })).toEqual([
    200, 200, 200,
  ])
  const { provider_id } = accepted!
  expect(results).toEqual(
    ['sent', 'delivered', 'failed'].map((state) => ({
      accepted: true,
      receipts: [{ provider_id, message_id: outgoing.message_id, state }],
    })),
  )
})

test('Twilio: a receipt with a forged or a missing signature is rejected', async () => {
  await sender().send(message())
  const { url } = await receiptServer([twilio()])
  expect(
    await sms.carrier.sendReceipt(sms.carrier.accepted[0]!, { url, statuses: ['delivered'], proof: 'wrong' }),
  ).toEqual([403])
  expect(
    await sms.carrier.sendReceipt(sms.carrier.accepted[0]!, { url, statuses: ['delivered'], proof: 'missing' }),
  ).toEqual([403])
})

test('Twilio: one changed character of the address, a field or the signature breaks the proof', () => {
  const body = 'MessageSid=SM1&MessageStatus=delivered'
  const receipt_path = '/api/receipts/twilio/?message_id=7'
  const signature = twilioSignature('token', `https://tvarit.example${receipt_path}`, new URLSearchParams(body))
  const parse = (changes: { path?: string; body?: string; signature?: string } = {}) =>
    twilio().parseReceipt!({
      path: changes.path ?? receipt_path,
      headers: { 'x-twilio-signature': changes.signature ?? signature, host: 'evil.example' },
      body: changes.body ?? body,
    }).accepted

  expect(parse()).toBe(true)
  expect(parse({ path: '/api/receipts/twilio/?message_id=8' })).toBe(false)
  expect(parse({ body: body.replace('SM1', 'SM2') })).toBe(false)
  expect(parse({ body: `${body}&To=x` })).toBe(false)
  expect(parse({ signature: signature.toLowerCase() })).toBe(false)
  expect(parse({ signature: '' })).toBe(false)
})

test("Twilio: our signature is the one in Twilio's own documentation and libraries", () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const documented = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212'
  expect(twilioSignature('12345', url, new URLSearchParams(documented))).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  const repeated = 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234'
  expect(twilioSignature('12345', url, new URLSearchParams(repeated))).toBe('IK+Dwps556ElfBT0I3Rgjkr1wJU=')
})

test('Twilio: a signature over the address with its standard port is accepted', () => {
  const body = 'MessageSid=SM1&MessageStatus=sent'
  const signature = twilioSignature(
    'token',
    'https://tvarit.example:443/api/receipts/twilio/',
    new URLSearchParams(body),
  )
  const headers = { 'x-twilio-signature': signature }
  expect(twilio().parseReceipt!({ path: '/api/receipts/twilio/', headers, body }).accepted).toBe(true)
})

test('Twilio: a status without meaning for us is accepted and changes nothing', () => {
  const body = 'MessageSid=SM1&MessageStatus=queued'
  const signature = twilioSignature('token', 'https://tvarit.example/api/receipts/twilio/', new URLSearchParams(body))
  const headers = { 'x-twilio-signature': signature }
  expect(twilio().parseReceipt!({ path: '/api/receipts/twilio/', headers, body })).toEqual({
    accepted: true,
    receipts: [],
  })
})

test('MSG91: the secret header opens the door, a wrong or missing one does not', async () => {
  await sender({ SMS_PROVIDERS: ['msg91'] }).send(message())
  const [accepted] = sms.carrier.accepted
  const server = await receiptServer([msg91()])
  const url = `${server.url}/api/receipts/msg91/`

  expect(await sms.carrier.sendReceipt(accepted!, { url, statuses: ['delivered'], proof: 'wrong' })).toEqual([403])
  expect(await sms.carrier.sendReceipt(accepted!, { url, statuses: ['delivered'], proof: 'missing' })).toEqual([403])
  expect(await sms.carrier.sendReceipt(accepted!, { url, statuses: ['delivered', 'failed'] })).toEqual([200, 200])
  const { provider_id, message_id } = accepted!
  expect(server.results.slice(2)).toEqual([
    { accepted: true, receipts: [{ provider_id, message_id, state: 'delivered' }] },
    { accepted: true, receipts: [{ provider_id, message_id, state: 'failed' }] },
  ])
})

test('MSG91: every documented report is read, anything else is malformed and never throws', () => {
  const parse = (body: string) =>
    msg91().parseReceipt!({ path: '/api/receipts/msg91/', headers: { 'x-webhook-secret': MSG91_SECRET }, body })
  const flat = { requestId: '346a', number: '919812345678', status: '1', desc: 'DELIVERED', CRQID: '0' }
  const delivered = { provider_id: '346a', message_id: null, state: 'delivered' }

  expect(parse(JSON.stringify(flat))).toEqual({ accepted: true, receipts: [delivered] })
  expect(parse(JSON.stringify([flat, { ...flat, status: 17, desc: 'BLOCKED', CRQID: '42' }]))).toEqual({
    accepted: true,
    receipts: [delivered, { provider_id: '346a', message_id: 42, state: 'failed' }],
  })
  expect(parse(JSON.stringify({ requestId: '346a', status: 'Undelivered' }))).toMatchObject({
    receipts: [{ state: 'failed' }],
  })
  expect(parse(JSON.stringify({ requestId: '346a', status: 'Delivered' }))).toMatchObject({
    receipts: [{ state: 'delivered' }],
  })
  for (const garbage of ['', '{', 'null', '7', '[7]', '{"requestId":{}}', 'data=x', '{"status":"1"}', '[[]]']) {
    expect({ garbage, ...parse(garbage) }).toEqual({ garbage, accepted: false, reason: 'malformed' })
  }
})

test('delivered is never taken back, and duplicates and order do not matter', () => {
  const orders = [
    ['sent', 'failed', 'delivered'],
    ['sent', 'delivered', 'failed'],
    ['failed', 'sent', 'delivered'],
    ['failed', 'delivered', 'sent'],
    ['delivered', 'sent', 'failed'],
    ['delivered', 'failed', 'sent'],
  ] as const
  for (const order of orders) {
    let state: MessageState = 'sent'
    let was_delivered = false
    for (const incoming of [...order, ...order]) {
      state = applyReceipt(state, incoming)
      was_delivered ||= incoming === 'delivered'
      expect(state === 'delivered').toBe(was_delivered)
    }
  }
  expect(applyReceipt('sent', 'failed')).toBe('failed')
  expect(applyReceipt('failed', 'sent')).toBe('failed')
  expect(applyReceipt('cancelled', 'sent')).toBe('cancelled')
})

test('the failure of an earlier attempt does not end one that is still under way', () => {
  expect(applyReceipt('sending', 'failed')).toBe('sending')
  expect(applyReceipt('pending', 'failed')).toBe('pending')
  expect(applyReceipt('sending', 'sent')).toBe('sent')
  expect(applyReceipt('pending', 'delivered')).toBe('delivered')
})

test('a receipt with too many fields or without a signature is not read', () => {
  const names = Array.from({ length: 16_384 }, (_, n) => n.toString(26).padStart(3, 'a'))
  const request = { path: '/api/receipts/twilio/', headers: {}, body: names.join('&') }
  expect(twilio().mayProve!(request)).toBe(false)
  expect(msg91().mayProve!(request)).toBe(false)
  const signature = twilioSignature('twilio-token', request.path, new URLSearchParams(request.body))
  const signed = { ...request, headers: { 'x-twilio-signature': signature } }
  expect(twilio().mayProve!(signed)).toBe(true)
  const before = process.threadCpuUsage()
  expect(twilio().parseReceipt!(signed)).toEqual({ accepted: false, reason: 'forged' })
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(50)
})
