import { createHmac } from 'node:crypto'
import { type CarrierConfig, createProviders } from '@tvarit/shared/platform/carriers/create-providers'
import { twilioSignature } from '@tvarit/shared/platform/carriers/twilio-api'
import { expect, test } from 'vitest'

const config = (): CarrierConfig => ({
  PUBLIC_URL: 'https://tvarit.example',
  SMS_PROVIDERS: ['msg91', 'twilio'],
  WHATSAPP_PROVIDERS: ['msg91'],
  VOICE_PROVIDERS: ['exotel'],
  MSG91_AUTH_KEY: 'key',
  MSG91_WEBHOOK_SECRET: 'new',
  MSG91_WHATSAPP_NUMBER: '911234567890',
  MSG91_WHATSAPP_NAMESPACE: 'space',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'new',
  TWILIO_FROM: '+911234567890',
  EXOTEL_ACCOUNT_SID: 'account',
  EXOTEL_API_KEY: 'key',
  EXOTEL_API_TOKEN: 'new',
  EXOTEL_CALLER_ID: '08012345678',
  EXOTEL_FLOW_IDS: { en: '926' },
})

const msg91 = (secret: string, path: string) => ({
  path,
  headers: { 'x-webhook-secret': secret },
  body: JSON.stringify({ requestId: '346a', status: '1', CRQID: '7' }),
})
function twilio(secret: string) {
  const [path, body] = ['/api/receipts/twilio/', 'MessageSid=SM1&MessageStatus=delivered']
  const signature = twilioSignature(secret, `https://tvarit.example${path}`, new URLSearchParams(body))
  return { path, headers: { 'x-twilio-signature': signature }, body }
}
function exotel(secret: string) {
  const proof = createHmac('sha256', secret).update('exotel call 7').digest('hex').slice(0, 40)
  const path = `/api/receipts/exotel/voice/?CustomField=7-${proof}`
  return { path, headers: {}, body: new URLSearchParams({ CallSid: 'c1', Status: 'completed' }).toString() }
}

test.each([
  ['MSG91_WEBHOOK_SECRET_BEFORE', 'sms', 'msg91', (secret: string) => msg91(secret, '/api/receipts/msg91/')],
  [
    'MSG91_WEBHOOK_SECRET_BEFORE',
    'whatsapp',
    'msg91',
    (secret: string) => msg91(secret, '/api/receipts/msg91/whatsapp/'),
  ],
  ['TWILIO_AUTH_TOKEN_BEFORE', 'sms', 'twilio', twilio],
  ['EXOTEL_API_TOKEN_BEFORE', 'voice', 'exotel', exotel],
] as const)('%s: receipts of %s by %s are proven by either secret for a while', (before, channel, name, request) => {
  const proven = (secret: string, given: CarrierConfig) => {
    const provider = createProviders(channel, given).find((each) => each.name === name)!
    const result = provider.parseReceipt!(request(secret))
    return result.accepted || result.reason
  }
  expect(['new', 'old', ''].map((secret) => proven(secret, config()))).toEqual([true, 'forged', 'forged'])
  const both = { ...config(), [before]: 'old' }
  expect(['new', 'old', 'other', ''].map((secret) => proven(secret, both))).toEqual([true, true, 'forged', 'forged'])
})
